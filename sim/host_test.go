package sim_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/engine"
	"hooke/must"
)

// Masses that are placed are where they were put, the next step moves them on, and Info tells of the structure.
func TestPlaceAndInfo(t *testing.T) {
	s := opened(t, "cube", `{"engine": "cpuref", "set": {"run.gravity": [0, 0, 0]}}`)
	at := read[float64](t, s, "positions64")
	for i := range at {
		at[i] += 1
	}
	if err := s.Place(at, slices.Repeat([]float64{1, 0, 0}, s.Masses())); err != nil {
		t.Fatal(err)
	}
	if err := s.Step(10); err != nil {
		t.Fatal(err)
	}
	info := s.Info()
	if got, want := read[float64](t, s, "positions64")[0], at[0]+10*info.DT; math.Abs(got-want) > 1e-9 {
		t.Errorf("mass 0 is at x = %v, want %v", got, want)
	}
	if info.Name != "cube" || info.Masses != 8 || info.Springs != 28 || info.Engine.Engine != engine.CPURef || s.OnThread() {
		t.Errorf("%+v, on a thread: %v", info, s.OnThread())
	}
	if a, err := s.Shape("positions"); err != nil || a.Bytes() != 8*3*4 {
		t.Errorf("positions: %+v, %v", a, err)
	}
	for _, few := range [][]float64{nil, at[:3]} {
		if err := s.Place(few, nil); err == nil || !strings.Contains(err.Error(), "numbers for the positions of 8 masses; give three for each") {
			t.Errorf("%d numbers for eight masses: %v", len(few), err)
		}
	}
}

// A host acts period by period: the same actions end in the same bits, and another one shows at the end of its period,
// not before.
func TestHost(t *testing.T) {
	run := func(actions ...float64) (ends [][]float32) {
		s := opened(t, "crawler", `{"engine": "cpu", "host": true}`)
		inputs := len(s.Scene().Control.Inputs)
		for _, u := range actions {
			if err := s.Act(slices.Repeat([]float64{u}, inputs)); err != nil {
				t.Fatal(err)
			}
			if err := s.Step(s.Period()); err != nil {
				t.Fatal(err)
			}
			ends = append(ends, read[float32](t, s, "positions"))
		}
		if err := s.Step(1); err == nil {
			t.Error("it steps on without an action")
		}
		return ends
	}
	first, again, other := run(0, 0.1, 0.1), run(0, 0.1, 0.1), run(0, 0.1, 0.05)
	for k, end := range first {
		if !slices.Equal(end, again[k]) || slices.Equal(end, other[k]) != (k < 2) {
			t.Errorf("period %d: equal actions end alike: %v, another third one: %v", k, slices.Equal(end, again[k]), slices.Equal(end, other[k]))
		}
	}
	s := opened(t, "crawler", `{"engine": "cpu", "host": true}`)
	for _, most := range []time.Duration{0, time.Hour} { // both take the steps of a period, and tell of them
		must.Do(t, s.Act([]float64{1}))
		done, err := s.StepFor(s.Period()+5, most)
		must.Say(t, "steps past a boundary", err, "the host has not acted")
		must.Be(t, done, s.Period(), "steps up to the boundary")
	}
	must.Be(t, read[int64](t, s, "step")[0], 2*s.Period(), "steps of two periods")
	must.Say(t, "an action that is infinite", s.Act([]float64{math.Inf(1)}), "is +Inf; give finite numbers")
	s = opened(t, "crawler", `{"engine": "cpu"}`)
	if err := s.Act([]float64{1}); err == nil || !strings.Contains(err.Error(), "host") {
		t.Errorf("an action where nobody acts: %v", err)
	}
}
