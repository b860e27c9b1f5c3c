package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// few is a size that takes no time: canon 3³ with 158 springs.
const few = 158

// run gives the rows of a suite.
func run(t *testing.T, s Suite) ([]Row, error) {
	t.Helper()
	var rows []Row
	err := s.Run(context.Background(), func(r Row) error { rows = append(rows, r); return nil }, nil)
	return rows, err
}

func TestMedianAndSpread(t *testing.T) {
	p := &pretended{}
	// The error run and the probe of one round cost 10 ms a step; then five
	// repeats of 50 steps with these paces.
	paces := []time.Duration{10, 10, 10, 10, 10, 30, 10, 20, 40, 50}
	for i := range paces {
		paces[i] *= time.Millisecond
	}
	probes := 4 // resets: the error, then 1, 2, 4 and 8 steps, of which the last reaches 50 ms
	rows := must.Get(run(t, Suite{
		Springs: []int64{few}, Makers: []Maker{p.maker("a", func(f *fake) { f.perStep = paces })}, Clock: p.clock.Now,
		Commit: "c0ffee", Host: "a machine",
	}))(t)
	if want := 1 + probes; len(paces) != want+5 {
		t.Fatalf("the test is wrong: %d paces", len(paces))
	}
	if len(rows) != 1 {
		t.Fatalf("%d rows, want 1", len(rows))
	}
	r := rows[0]
	// Half a second at 10 ms a step is 50 steps; the repeats take 1.5, 0.5, 1,
	// 2 and 2.5 s, and the median is 1.5 s.
	const tolerance = 1e-12 // sums of a few decimal fractions in float64
	near := func(what string, got, want float64) {
		must.Near(t, got, want, tolerance*math.Abs(want), "%s", what)
	}
	near("seconds", r.Seconds, 1.5)
	near("rate", r.SpringRate, 50*few/1.5)
	near("spread", r.Spread, (1/0.5-1/2.5)*1.5)
	near("device", r.Device, 1.5/2)
	near("host", r.HostMicros, 3)
	near("set-up", r.SetupSeconds, 0)
	if want := []float64{0.5, 1.5, 0.5, 1, 2}; len(r.Repeats) != len(want) {
		t.Errorf("repeats are %v", r.Repeats)
	}
	r.Seconds, r.SpringRate, r.Spread, r.Device, r.HostMicros, r.Repeats = 0, 0, 0, 0, 0, nil
	r.MaxError, r.RMSError = 0, 0 // TestErrors
	want := Row{
		Engine: "a", Pipeline: "pretended", Renderer: "Fake GL", Software: true, Precision: "double", Integrator: "symplectic-euler",
		Driver: "1.0", Threads: 3, WorkGroup: 64, Memory: 1000, Copied: 4e9,
		Passes: []Pass{{"first", 600, 0.25}, {"second", 400, 0}},
		Scene:  "canon", Title: "canon 3³", Masses: 27, Springs: few, DT: 5e-5, Steps: 50, RepeatsDone: 5, ErrorSteps: 100,
		Commit: "c0ffee", Host: "a machine",
	}
	must.Be(t, cmp.Diff(want, r), "", "row (-want +got)")
}

// A probe and a repeat start over after MaxSteps, and a slow engine gets
// fewer repeats but never fewer than three.
func TestLengthOfARepeat(t *testing.T) {
	for _, c := range []struct {
		name           string
		pace           time.Duration
		repeats        int
		steps, repeatd int
	}{
		{"fast: 10,000 steps fit, in 34 rounds of 294", 50 * time.Microsecond, 0, 34 * 294, 5},
		{"too fast for the clock: 50 rounds", 0, 0, 50 * MaxSteps, 5},
		{"one step takes 2 s", 2 * time.Second, 0, 1, 5},
		{"one step takes 8 s: the budget of 30 s pays for 3", 8 * time.Second, 0, 1, 3},
		{"one step takes a minute: still 3", time.Minute, 0, 1, 3},
		{"more repeats were asked for", 10 * time.Millisecond, 9, 50, 9},
		{"fewer than 3 were asked for", 10 * time.Millisecond, 1, 50, 3},
	} {
		p := &pretended{}
		rows, err := run(t, Suite{Springs: []int64{few}, Repeats: c.repeats, Clock: p.clock.Now,
			Makers: []Maker{p.maker("a", func(f *fake) { f.perStep = []time.Duration{c.pace} })}})
		if err != nil || len(rows) != 1 {
			t.Fatalf("%s: %d rows, %v", c.name, len(rows), err)
		}
		if rows[0].Steps != c.steps || rows[0].RepeatsDone != c.repeatd {
			t.Errorf("%s: %d steps, %d repeats; want %d and %d", c.name, rows[0].Steps, rows[0].RepeatsDone, c.steps, c.repeatd)
		}
		for _, call := range p.journal {
			steps := must.Get(strconv.Atoi(strings.TrimPrefix(call, "a ")))(t)
			if steps > MaxSteps {
				t.Errorf("%s: %d steps from one start; at most %d", c.name, steps, MaxSteps)
			}
		}
	}
}

func TestRepeatsAreInterleaved(t *testing.T) {
	p := &pretended{}
	must.Get(run(t, Suite{Springs: []int64{few}, Repeats: 3, Clock: p.clock.Now, Makers: []Maker{
		p.maker("a", func(f *fake) { f.perStep = []time.Duration{500 * time.Millisecond} }),
		p.maker("b", func(f *fake) { f.perStep = []time.Duration{250 * time.Millisecond} }),
	}}))(t)
	want := []string{"a 100", "a 1", "b 100", "b 1", "a 1", "b 2", "a 1", "b 2", "a 1", "b 2"}
	must.Be(t, cmp.Diff(want, p.journal), "", "calls of Step (-want +got)")
}

// An engine whose own counter disagrees has no row, and the others do.
func TestLostStepIsAnError(t *testing.T) {
	p := &pretended{}
	rows, err := run(t, Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{
		p.maker("honest", nil), p.maker("lossy", func(f *fake) { f.lost = 1 }),
	}})
	must.Say(t, "", err, "lossy pretended: 1 steps were asked for, and the engine counted 0")
	must.Hold(t, len(rows) == 1 && rows[0].Engine == "honest", "rows are %+v, want one, of the honest engine", rows)

	// A loss that begins during the repeats is seen too.
	p = &pretended{}
	rows, err = run(t, Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{
		{Engine: "late", Pipeline: "pretended", New: func(m *model.Model, params model.Params) (model.Engine, error) {
			e, err := p.maker("late", nil).New(m, params)
			return &late{e.(*fake)}, err
		}},
	}})
	if err == nil || !strings.Contains(err.Error(), "50 steps were asked for, and the engine counted 49") || len(rows) != 0 {
		t.Errorf("late loss: %d rows, error %v", len(rows), err)
	}
}

// late loses a step from its seventh reset on: the second repeat.
type late struct{ *fake }

func (l *late) StepsRun() (int64, error) {
	if l.resets >= 7 {
		return l.ran - 1, nil
	}
	return l.ran, nil
}

func TestEngineThatCannotBeMade(t *testing.T) {
	p := &pretended{}
	broken := Maker{Engine: "broken", Pipeline: "none", New: func(*model.Model, model.Params) (model.Engine, error) {
		return nil, errors.New("too large")
	}}
	rows, err := run(t, Suite{Springs: []int64{few, 500}, Clock: p.clock.Now, Makers: []Maker{broken, p.maker("a", nil)}})
	must.Hold(t, err != nil && strings.Count(err.Error(), "broken none: too large") == 2, "error is %v, want one for each size", err)
	if len(rows) != 2 || rows[0].Springs != few || rows[1].Springs <= few {
		t.Errorf("rows are %+v, want one of each size", rows)
	}
}

// The meter that engines share copies once before each turn, and no more.
func TestMeterIsAskedInTurn(t *testing.T) {
	p := &pretended{}
	rows, err := run(t, Suite{Springs: []int64{few, 500}, Clock: p.clock.Now, Makers: []Maker{p.maker("a", nil), p.maker("b", nil)}})
	if err != nil || len(rows) != 4 || p.copies != 2*5 {
		t.Errorf("%d rows, %d copies, want 4 and 10; %v", len(rows), p.copies, err)
	}
	p.meter.Copy = func() (int64, time.Duration, error) { return 0, 0, errors.New("no room") }
	rows, err = run(t, Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{p.maker("a", nil)}})
	if err == nil || strings.Count(err.Error(), "bandwidth of fake memory: no room") != 1 || len(rows) != 1 || rows[0].Copied != 0 || rows[0].Roof() != 0 {
		t.Errorf("a broken meter: rows %+v, error %v", rows, err)
	}
}

// An engine may refuse a case by name, as long as another engine steps it.
func TestRefusalIsNoFault(t *testing.T) {
	p := &pretended{}
	picky := Maker{Engine: "picky", Pipeline: "none", New: func(*model.Model, model.Params) (model.Engine, error) {
		return nil, fmt.Errorf("verlet is %w by it", model.ErrUnsupported)
	}}
	var told strings.Builder
	suite := Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{picky, p.maker("a", nil)}}
	rows := 0
	err := suite.Run(context.Background(), func(Row) error { rows++; return nil }, func(what string) { told.WriteString(what + "\n") })
	if err != nil || rows != 1 || !strings.Contains(told.String(), "picky none: left out: verlet is unsupported by it") {
		t.Errorf("%d rows, %v; told\n%s", rows, err, told.String())
	}
	suite.Makers = []Maker{picky}
	if rows, err := run(t, suite); err == nil || len(rows) != 0 {
		t.Errorf("nothing but a refusal: %d rows, %v", len(rows), err)
	}
}

// With Energy each engine is measured with a ledger, too, in a row of that name.
func TestLedgersAreMeasuredBeside(t *testing.T) {
	p := &pretended{}
	var kept []bool
	maker := p.maker("a", func(f *fake) { f.perStep = []time.Duration{time.Second} })
	made := maker.New
	maker.New = func(m *model.Model, params model.Params) (model.Engine, error) {
		kept = append(kept, params.Ledger)
		return made(m, params)
	}
	rows := must.Get(run(t, Suite{Springs: []int64{few}, Repeats: 3, Clock: p.clock.Now, Makers: []Maker{maker}, Energy: true}))(t)
	var scenes []string
	for _, r := range rows {
		scenes = append(scenes, r.Scene)
	}
	if !slices.Equal(scenes, []string{"canon", "canon+energy"}) || !slices.Equal(kept, []bool{false, true}) {
		t.Errorf("rows of %v, ledgers %v, want one row without a ledger and one with", scenes, kept)
	}
}

func TestInterrupted(t *testing.T) {
	p := &pretended{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var rows []Row
	err := Suite{Springs: []int64{few, 500}, Clock: p.clock.Now, Makers: []Maker{p.maker("a", nil)}}.Run(ctx,
		func(r Row) error { rows = append(rows, r); return nil },
		func(what string) {
			if strings.Contains(what, "repeat 3 of 5") {
				cancel()
			}
		})
	must.Hold(t, errors.Is(err, context.Canceled), "error is %v, want one that says interrupted", err)
	must.Hold(t, len(rows) == 1 && rows[0].RepeatsDone == 2, "rows are %+v, want one of the two repeats that were done", rows)
}

// countdown is a context that is cancelled after it has been asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Ctrl-C ends the reference's steps, and a suite that is still at them.
func TestTruthInterrupted(t *testing.T) {
	s, err := open.Scene("canon", scene.Options{Springs: few})
	must.Do(t, err)
	_, err = NewTruth(&countdown{context.Background(), 3}, s.Model, s.Params, s.Start, 100)
	if !errors.Is(err, context.Canceled) || err.Error() != "interrupted at step 3 of 100 of the reference" {
		t.Errorf("error is %v, want an interruption at step 3 of 100", err)
	}

	p := &pretended{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var told []string
	err = Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{p.maker("a", nil)}}.Run(ctx, nil, func(what string) {
		if told = append(told, what); strings.HasSuffix(what, "reference steps") {
			cancel()
		}
	})
	if want := "bench: interrupted"; err == nil || err.Error() != want || len(told) != 2 {
		t.Errorf("error is %v after %q, want %q and no engine", err, told, want)
	}
}
