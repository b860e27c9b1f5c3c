package ensemble_test

import (
	cpu "hooke/cpu/ensemble"
	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"testing"
)

// All kernels have the same bits, of all features.
func TestKernelsAgree(t *testing.T) {
	kernels := cpu.Kernels()
	for name, k := range map[string]ensemble.Kind{"walker": ensembletest.Walkers(t), "features": ensembletest.Features()} {
		members := ensembletest.Designs(t, k, 19)
		var want [][32]byte
		for _, kernel := range kernels {
			e := made(t, k, members, cpu.Options{Kernel: kernel})
			steps := 200
			if name == "walker" {
				steps = 40
			}
			ensembletest.Step(t, steps, e)
			for i := range members {
				got := ensembletest.Sum(t, e, i)
				if kernel == kernels[0] {
					want = append(want, got)
				} else if got != want[i] {
					t.Errorf("%s: member %d differs between the kernels %s and %s", name, i, kernels[0], kernel)
				}
			}
		}
		if want[0] == want[1] {
			t.Errorf("%s: two members are the same", name)
		}
	}
	if _, err := cpu.New(nil, nil, cpu.Options{Kernel: "abacus"}); err == nil {
		t.Error("a kernel that is none passed")
	}
}

// E1: a member's bits depend on its own values and start alone: not on how many members there
// are, where it lies, how many threads step, or who ends beside it.
func TestMemberAlone(t *testing.T) {
	k := ensembletest.Walkers(t)
	all := ensembletest.Designs(t, k, 40)
	design, others := all[7], all[8:]
	var want [32]byte
	for i, c := range []struct {
		count, slot, threads int
		kernel               string
		dying                bool
	}{{1, 0, 1, "", false}, {7, 6, 1, "", false}, {33, 7, 2, "", false}, {33, 32, 1, "", false}, {33, 16, 2, "", true}, {400, 7, 2, "", false}, {33, 15, 1, "avx2", true}} {
		if c.kernel == "avx2" && len(cpu.Kernels()) < 3 {
			continue
		}
		members := make([]ensemble.Member, c.count)
		for m := range members {
			members[m] = others[m%len(others)]
			if c.dying && m%2 == c.slot%2 {
				members[m].Until = physics.Until{Words: []string{physics.Fell}, FallHeight: 10}
			}
			if c.dying && m%3 == 1 {
				members[m].Values = append([]float64(nil), members[m].Values...)
				members[m].Values[0] *= 1e5 // it diverges
			}
		}
		members[c.slot] = design
		e := made(t, k, members, cpu.Options{Threads: c.threads, Kernel: c.kernel})
		ensembletest.Step(t, 70, e)
		ensembletest.Step(t, 30, e)
		got := ensembletest.Sum(t, e, c.slot)
		if i == 0 {
			want = got
			ensembletest.Step(t, 1, e)
			if ensembletest.Sum(t, e, c.slot) == want {
				t.Error("a step changes no bit")
			}
		}
		if got != want {
			t.Errorf("%+v: the member has other bits than alone", c)
		}
		for m, s := range ensembletest.StatusOf(t, e) {
			if dies := c.dying && m != c.slot && (m%2 == c.slot%2 || m%3 == 1); dies != (s.Ended != "") {
				t.Errorf("%+v: member %d: %+v", c, m, s)
			}
		}
	}
}

// E4: a reset puts the masked members at their starts, from where they go as fresh ones do. All others
// keep every bit, and go on as if nothing had been.
func TestResetMask(t *testing.T) {
	for name, k := range map[string]ensemble.Kind{"walker": ensembletest.Walkers(t), "features": ensembletest.Features()} {
		members := ensembletest.Designs(t, k, 20)
		e, whole, fresh := made(t, k, members, cpu.Options{}), made(t, k, members, cpu.Options{}), made(t, k, members, cpu.Options{})
		ensembletest.Step(t, 37, e, whole)
		mask := make([]bool, len(members))
		mask[3], mask[17] = true, true
		must.Do(t, e.Reset(mask, nil))
		for range 2 {
			for i := range members {
				other, what := whole, "was not reset and differs from one that goes on"
				if mask[i] {
					other, what = fresh, "was reset and differs from a fresh one"
				}
				if ensembletest.Sum(t, e, i) != ensembletest.Sum(t, other, i) {
					t.Errorf("%s: member %d %s", name, i, what)
				}
			}
			ensembletest.Step(t, 30, e, whole, fresh)
		}
		if ensembletest.Sum(t, whole, 3) == ensembletest.Sum(t, fresh, 3) {
			t.Errorf("%s: the reset cannot be seen", name)
		}
		// A state that is given is taken, with its step and its time.
		start := ensembletest.Read(t, whole, 5).State()
		must.Do(t, e.Reset(mask, func(int) *model.State { return start }))
		if ensembletest.Sum(t, e, 17) != ensembletest.Sum(t, whole, 5) {
			t.Errorf("%s: the state given to a reset is not that of the member", name)
		}
	}
}

// E5: a member of too large k diverges, and says at which step, which is that of the reference;
// the other 99 have the bits that they have beside a sane one.
func TestOneDiverges(t *testing.T) {
	k := ensembletest.Walkers(t)
	sane := ensembletest.Designs(t, k, 100)
	mad := append([]ensemble.Member(nil), sane...)
	mad[42].Values = append([]float64(nil), mad[42].Values...)
	mad[42].Values[0] *= 1000
	e, want := made(t, k, mad, cpu.Options{}), made(t, k, sane, cpu.Options{})
	one, err := reference.New([]ensemble.Kind{k}, mad[42:43], reference.Options{})
	must.Do(t, err)
	ensembletest.Step(t, 60, e, want, one)
	for i, s := range ensembletest.StatusOf(t, e) {
		switch {
		case i != 42 && (s != ensemble.Status{} || ensembletest.Sum(t, e, i) != ensembletest.Sum(t, want, i)):
			t.Errorf("member %d differs beside one that diverged, or ended: %+v", i, s)
		case i == 42 && s != ensembletest.StatusOf(t, one)[0]:
			t.Errorf("the member that diverges has the status %+v, in the reference %+v", s, ensembletest.StatusOf(t, one)[0])
		}
	}
	at := ensembletest.Sum(t, e, 42)
	ensembletest.Step(t, 5, e)
	if ensembletest.Sum(t, e, 42) != at {
		t.Error("a member that has ended moves on")
	}
	must.Do(t, e.Reset([]bool{42: true, 99: false}, nil))
	if s := ensembletest.StatusOf(t, e)[42]; s != (ensemble.Status{}) || ensembletest.Read(t, e, 42).Step != 0 {
		t.Errorf("a member that was reset has the status %+v", s)
	}
}

// Conditions end members at the steps at which they end those of the reference.
func TestUntil(t *testing.T) {
	k := ensembletest.Walkers(t)
	members := ensembletest.Designs(t, k, 5)
	for i, u := range []physics.Until{{Words: []string{physics.Still}, StillSpeed: 100, StillTime: 0.004}, {Words: []string{physics.Left}, LeaveRadius: 1e-4},
		{Words: []string{physics.Fell}, FallHeight: 0.11}, {Words: []string{physics.Still}, StillSpeed: 1e-9, StillTime: 1}} {
		members[i].Until = u
	}
	e, plain := made(t, k, members, cpu.Options{}), made(t, k, ensembletest.Designs(t, k, 5), cpu.Options{})
	want, err := reference.New([]ensemble.Kind{k}, members, reference.Options{})
	must.Do(t, err)
	ensembletest.Step(t, 300, e, want)
	ensembletest.Step(t, 40, plain)
	got := ensembletest.StatusOf(t, e)
	if got[1].Step != 40 || ensembletest.Sum(t, e, 1) != ensembletest.Sum(t, plain, 1) {
		t.Errorf("a member that ended at step %d has not the state of step 40", got[1].Step)
	}
	for i, s := range ensembletest.StatusOf(t, want) {
		if got[i] != s || (s.Ended != "") != (i < 3) {
			t.Errorf("member %d: %+v, in the reference %+v", i, got[i], s)
		}
	}
}

// Values that are set on the way act as in the reference, and members of two kinds keep apart.
func TestSet(t *testing.T) {
	k, other := ensembletest.Walkers(t), ensembletest.Features()
	members := ensembletest.Designs(t, k, 3)
	second := ensembletest.Designs(t, other, 2)
	for i := range second {
		second[i].Kind = 1
	}
	members = append(members, second...)
	kinds := []ensemble.Kind{k, other}
	e, err := cpu.New(kinds, members, cpu.Options{})
	must.Do(t, err)
	want, err := reference.New(kinds, members, reference.Options{})
	must.Do(t, err)
	var starts []*model.Snapshot
	for i := range members {
		starts = append(starts, ensembletest.Read(t, e, i))
	}
	ensembletest.Step(t, 150, e, want)
	for _, engine := range []ensemble.Engine{e, want} {
		for field, values := range map[int][]float64{11: {3, 1, 2}, 12: {0.3, 2, 0.1}, 0: {2000, 1500, 1000}} {
			must.Do(t, engine.Set(0, field, values))
		}
		must.Do(t, engine.Set(1, 4, []float64{9, 2}))
	}
	ensembletest.Step(t, 50, e, want)
	for i := range members {
		if most, rms := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, e, i), want, i); !(most <= mostError && rms <= rmsError) {
			t.Errorf("member %d: errors are %.3g of the motion, RMS %.3g", i, most, rms)
		}
	}
	for _, err := range []error{e.Set(0, 0, []float64{1}), e.Set(2, 0, nil), e.Set(0, 10, []float64{0, 0, 2}), e.Set(0, 2, []float64{1, 1, 0.1}), e.Reset(nil, nil)} {
		if err == nil {
			t.Error("a fault passed")
		}
	}
}
