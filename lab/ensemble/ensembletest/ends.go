package ensembletest

import (
	"slices"
	"testing"

	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// ResetMask asks for E4: a reset puts the masked members at their starts, from where they go as fresh ones do. All others keep every
// bit, and continue as if nothing had been.
func ResetMask(t *testing.T, ways Ways, kinds ...ensemble.Kind) {
	for _, k := range kinds {
		members := Designs(t, k, 40)
		ways.each(t, func(t *testing.T, made making) {
			e, whole, fresh := made(members, nil, k), made(members, nil, k), made(members, nil, k)
			Step(t, 37, e, whole)
			mask := maskOf(len(members), 3, 37)
			must.Do(t, e.Reset(mask, nil))
			for range 2 {
				for i := range members {
					other, fault := whole, "was not reset and differs from one that goes on"
					if mask[i] {
						other, fault = fresh, "was reset and differs from a fresh one"
					}
					if Sum(t, e, i) != Sum(t, other, i) {
						t.Errorf("member %d %s", i, fault)
					}
				}
				Step(t, 30, e, whole, fresh)
			}
			if Sum(t, whole, 3) == Sum(t, fresh, 3) {
				t.Error("the reset cannot be seen")
			}
			// A state that is given is taken, with its step and its time.
			start := Read(t, whole, 5).State()
			must.Do(t, e.Reset(mask, func(int) *model.State { return start }))
			if Sum(t, e, 37) != Sum(t, whole, 5) {
				t.Error("the state given to a reset is not that of the member")
			}
		})
	}
}

// OneDiverges asks for E5: a member of too large k diverges, and names the step, which is that of the reference; all others have the
// bits that they have beside a sane one.
func OneDiverges(t *testing.T, ways Ways) {
	k := Walkers(t)
	sane := Designs(t, k, 40)
	mad := slices.Clone(sane)
	mad[33].Values = slices.Clone(mad[33].Values)
	mad[33].Values[0] *= 1000
	one, err := reference.New([]ensemble.Kind{k}, mad[33:34], reference.Options{})
	must.Do(t, err)
	Step(t, 60, one)
	ways.each(t, func(t *testing.T, made making) {
		e, want := made(mad, nil, k), made(sane, nil, k)
		Step(t, 60, e, want)
		for i, s := range StatusOf(t, e) {
			switch {
			case i != 33 && (s != ensemble.Status{} || Sum(t, e, i) != Sum(t, want, i)):
				t.Errorf("member %d differs beside one that diverged, or ended: %+v", i, s)
			case i == 33 && s != StatusOf(t, one)[0]:
				t.Errorf("the member that diverges has the status %+v, in the reference %+v", s, StatusOf(t, one)[0])
			}
		}
		at := Sum(t, e, 33)
		Step(t, 5, e)
		if Sum(t, e, 33) != at {
			t.Error("a member that has ended moves on")
		}
		must.Do(t, e.Reset(maskOf(40, 33), nil))
		if s := StatusOf(t, e)[33]; s != (ensemble.Status{}) || Read(t, e, 33).Step != 0 {
			t.Errorf("a member that was reset has the status %+v", s)
		}
	})
}

// Untils are walkers with conditions: still, left, fell, one that never holds, and none.
func Untils(t testing.TB, k ensemble.Kind) []ensemble.Member {
	members := Designs(t, k, 5)
	for i, u := range []physics.Until{{Words: []string{physics.Still}, StillSpeed: 100, StillTime: 0.004}, {Words: []string{physics.Left}, LeaveRadius: 1e-4},
		{Words: []string{physics.Fell}, FallHeight: 0.11}, {Words: []string{physics.Still}, StillSpeed: 1e-9, StillTime: 1}} {
		members[i].Until = u
	}
	return members
}

// Until asks that conditions end members at the steps at which they end those of the reference.
func Until(t *testing.T, ways Ways) {
	k := Walkers(t)
	members := Untils(t, k)
	want, err := reference.New([]ensemble.Kind{k}, members, reference.Options{})
	must.Do(t, err)
	Step(t, 300, want)
	ways.each(t, func(t *testing.T, made making) {
		e, plain := made(members, nil, k), made(Designs(t, k, 5), nil, k)
		Step(t, 300, e)
		Step(t, 40, plain)
		got := StatusOf(t, e)
		if got[1].Step != 40 || Sum(t, e, 1) != Sum(t, plain, 1) {
			t.Errorf("a member that ended at step %d has not the state of step 40", got[1].Step)
		}
		for i, s := range StatusOf(t, want) {
			if got[i] != s || (s.Ended != "") != (i < 3) {
				t.Errorf("member %d: %+v, in the reference %+v", i, got[i], s)
			}
		}
	})
}

// Set asks that values that are set on the way act as in the reference, and that members of two kinds keep apart.
func Set(t *testing.T, ways Ways) {
	k, other := Walkers(t), Features()
	members, second := Designs(t, k, 3), Designs(t, other, 2)
	for i := range second {
		second[i].Kind = 1
	}
	members = append(members, second...)
	kinds := []ensemble.Kind{k, other}
	want, err := reference.New(kinds, members, reference.Options{})
	must.Do(t, err)
	set := func(e ensemble.Engine) {
		for field, values := range map[int][]float64{11: {3, 1, 2}, 12: {0.3, 2, 0.1}, 0: {2000, 1500, 1000}} {
			must.Do(t, e.Set(0, field, values))
		}
		must.Do(t, e.Set(1, 4, []float64{9, 2}))
	}
	Step(t, 150, want)
	set(want)
	Step(t, 50, want)
	ways.each(t, func(t *testing.T, made making) {
		e := made(members, nil, kinds...)
		var starts []*model.Snapshot
		for i := range members {
			starts = append(starts, Read(t, e, i))
		}
		Step(t, 150, e)
		set(e)
		Step(t, 50, e)
		for i := range members {
			if most, rms := ErrorsOf(starts[i], Read(t, e, i), want, i); !(most <= MostError && rms <= RMSError) {
				t.Errorf("member %d: errors are %.3g of the motion, RMS %.3g", i, most, rms)
			}
		}
		for i, err := range []error{e.Set(0, 0, []float64{1}), e.Set(2, 0, nil), e.Set(0, 10, []float64{0, 0, 2}), e.Set(0, 2, []float64{1, 1, 0.1}), e.Reset(nil, nil)} {
			if err == nil {
				t.Errorf("fault %d passed", i)
			}
		}
	})
}

// SameMembers ends the test at the first member whose state, end or metrics differ between engines.
func SameMembers(t testing.TB, when string, got, want ensemble.Engine) {
	t.Helper()
	status, right := StatusOf(t, got), StatusOf(t, want)
	rows, wanted := Measured(t, got), Measured(t, want)
	for i := range right {
		if status[i] != right[i] || Sum(t, got, i) != Sum(t, want, i) || !SameBits(rows.Rows[i], wanted.Rows[i]) {
			t.Fatalf("%s: member %d is not what it is where nobody is moved: %+v, %+v", when, i, status[i], right[i])
		}
	}
}
