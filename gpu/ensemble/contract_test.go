package ensemble_test

import (
	"slices"
	"testing"

	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// stepAll steps engines.
func stepAll(t testing.TB, n int, engines ...*gpu.Engine) {
	t.Helper()
	for _, e := range engines {
		ensembletest.Step(t, n, e)
	}
}

// E1: a member's bits depend on its own values and start alone: not on how many members there
// are, where it lies, in which block, in which pipeline, or who ends beside it.
func TestMemberAlone(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Features()
	all := ensembletest.Designs(t, k, 40)
	design, others := all[7], all[8:]
	var want [32]byte
	for i, c := range []struct {
		count, slot int
		pipeline    string
		dying       bool
		block       int // bytes of a storage block; 0: those of the device
	}{{1, 0, gpu.Resident, false, 0}, {7, 6, gpu.Interleaved, false, 0}, {33, 32, gpu.Interleaved, false, 0}, {33, 16, gpu.Interleaved, true, 0}, {33, 16, gpu.Resident, true, 0}, {400, 77, gpu.Interleaved, false, 0}, {100, 77, gpu.Interleaved, true, 1 << 14}} {
		members := make([]ensemble.Member, c.count)
		for m := range members {
			members[m] = others[m%len(others)]
			if c.dying && m%2 == c.slot%2 {
				members[m].Until = physics.Until{Words: []string{physics.Fell}, FallHeight: 10}
			}
			if c.dying && m%3 == 0 {
				members[m].Values = slices.Clone(members[m].Values)
				members[m].Values[2] *= 1e6 // it diverges
			}
		}
		members[c.slot] = design
		limits := ctx.Limits
		if c.block > 0 {
			ctx.Limits.StorageBlockBytes = int64(c.block)
		}
		e := made(t, ctx, k, members, gpu.Options{Pipeline: c.pipeline})
		ctx.Limits = limits
		stepAll(t, 70, e)
		stepAll(t, 30, e)
		got := ensembletest.Sum(t, e, c.slot)
		if i == 0 {
			want = got
			stepAll(t, 1, e)
			if ensembletest.Sum(t, e, c.slot) == want {
				t.Error("a step changes no bit")
			}
		}
		if got != want {
			t.Errorf("%+v: the member has other bits than alone", c)
		}
		for m, s := range ensembletest.StatusOf(t, e) {
			if dies := c.dying && m != c.slot && (m%2 == c.slot%2 || m%3 == 0); i > 0 && dies != (s.Ended != "") {
				t.Errorf("%+v: member %d: %+v", c, m, s)
			}
		}
	}
}

// E4: a reset puts the masked members at their starts, from where they go as fresh ones do. All others
// keep every bit, and go on as if nothing had been.
func TestResetMask(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Features()
	members := ensembletest.Designs(t, k, 40)
	for _, pipeline := range gpu.Pipelines() {
		o := gpu.Options{Pipeline: pipeline}
		e, whole, fresh := made(t, ctx, k, members, o), made(t, ctx, k, members, o), made(t, ctx, k, members, o)
		stepAll(t, 37, e, whole)
		mask := make([]bool, len(members))
		mask[3], mask[37] = true, true
		must.Do(t, e.Reset(mask, nil))
		for range 2 {
			for i := range members {
				other, what := whole, "was not reset and differs from one that goes on"
				if mask[i] {
					other, what = fresh, "was reset and differs from a fresh one"
				}
				if ensembletest.Sum(t, e, i) != ensembletest.Sum(t, other, i) {
					t.Errorf("%s: member %d %s", pipeline, i, what)
				}
			}
			stepAll(t, 30, e, whole, fresh)
		}
		if ensembletest.Sum(t, whole, 3) == ensembletest.Sum(t, fresh, 3) {
			t.Errorf("%s: the reset cannot be seen", pipeline)
		}
		// A state that is given is taken, with its step and its time.
		start := ensembletest.Read(t, whole, 5).State()
		must.Do(t, e.Reset(mask, func(int) *model.State { return start }))
		if ensembletest.Sum(t, e, 37) != ensembletest.Sum(t, whole, 5) {
			t.Errorf("%s: the state given to a reset is not that of the member", pipeline)
		}
	}
}

// E5: a member of too large k diverges, and says at which step, which is that of the reference;
// all others have the bits that they have beside a sane one.
func TestOneDiverges(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Walkers(t)
	sane := ensembletest.Designs(t, k, 40)
	mad := slices.Clone(sane)
	mad[33].Values = slices.Clone(mad[33].Values)
	mad[33].Values[0] *= 1000
	one, err := reference.New([]ensemble.Kind{k}, mad[33:34], reference.Options{})
	must.Do(t, err)
	ensembletest.Step(t, 60, one)
	for _, pipeline := range gpu.Pipelines() {
		e, want := made(t, ctx, k, mad, gpu.Options{Pipeline: pipeline}), made(t, ctx, k, sane, gpu.Options{Pipeline: pipeline})
		stepAll(t, 60, e, want)
		for i, s := range ensembletest.StatusOf(t, e) {
			switch {
			case i != 33 && (s != ensemble.Status{} || ensembletest.Sum(t, e, i) != ensembletest.Sum(t, want, i)):
				t.Errorf("%s: member %d differs beside one that diverged, or ended: %+v", pipeline, i, s)
			case i == 33 && s != ensembletest.StatusOf(t, one)[0]:
				t.Errorf("%s: the member that diverges has the status %+v, in the reference %+v", pipeline, s, ensembletest.StatusOf(t, one)[0])
			}
		}
		at := ensembletest.Sum(t, e, 33)
		stepAll(t, 5, e)
		if ensembletest.Sum(t, e, 33) != at {
			t.Errorf("%s: a member that has ended moves on", pipeline)
		}
		must.Do(t, e.Reset([]bool{33: true, 39: false}, nil))
		if s := ensembletest.StatusOf(t, e)[33]; s != (ensemble.Status{}) || ensembletest.Read(t, e, 33).Step != 0 {
			t.Errorf("%s: a member that was reset has the status %+v", pipeline, s)
		}
	}
}

// untils are walkers with conditions: still, left, fell, one that never holds, and none.
func untils(t testing.TB, k ensemble.Kind) []ensemble.Member {
	members := ensembletest.Designs(t, k, 5)
	for i, u := range []physics.Until{{Words: []string{physics.Still}, StillSpeed: 100, StillTime: 0.004}, {Words: []string{physics.Left}, LeaveRadius: 1e-4},
		{Words: []string{physics.Fell}, FallHeight: 0.11}, {Words: []string{physics.Still}, StillSpeed: 1e-9, StillTime: 1}} {
		members[i].Until = u
	}
	return members
}

// Conditions end members at the steps at which they end those of the reference.
func TestUntil(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Walkers(t)
	members := untils(t, k)
	want, err := reference.New([]ensemble.Kind{k}, members, reference.Options{})
	must.Do(t, err)
	ensembletest.Step(t, 300, want)
	for _, pipeline := range gpu.Pipelines() {
		e, plain := made(t, ctx, k, members, gpu.Options{Pipeline: pipeline}), made(t, ctx, k, ensembletest.Designs(t, k, 5), gpu.Options{Pipeline: pipeline})
		stepAll(t, 300, e)
		stepAll(t, 40, plain)
		got := ensembletest.StatusOf(t, e)
		if got[1].Step != 40 || ensembletest.Sum(t, e, 1) != ensembletest.Sum(t, plain, 1) {
			t.Errorf("%s: a member that ended at step %d has not the state of step 40", pipeline, got[1].Step)
		}
		for i, s := range ensembletest.StatusOf(t, want) {
			if got[i] != s || (s.Ended != "") != (i < 3) {
				t.Errorf("%s: member %d: %+v, in the reference %+v", pipeline, i, got[i], s)
			}
		}
	}
}

// Values that are set on the way act as in the reference, and members of two kinds keep apart.
func TestSet(t *testing.T) {
	ctx := gltest.New(t)
	k, other := ensembletest.Walkers(t), ensembletest.Features()
	members, second := ensembletest.Designs(t, k, 3), ensembletest.Designs(t, other, 2)
	for i := range second {
		second[i].Kind = 1
	}
	members = append(members, second...)
	kinds := []ensemble.Kind{k, other}
	want, err := reference.New(kinds, members, reference.Options{})
	must.Do(t, err)
	set := func(engine ensemble.Engine) {
		for field, values := range map[int][]float64{11: {3, 1, 2}, 12: {0.3, 2, 0.1}, 0: {2000, 1500, 1000}} {
			must.Do(t, engine.Set(0, field, values))
		}
		must.Do(t, engine.Set(1, 4, []float64{9, 2}))
	}
	ensembletest.Step(t, 150, want)
	set(want)
	ensembletest.Step(t, 50, want)
	for _, pipeline := range gpu.Pipelines() {
		e := madeOf(t, ctx, kinds, members, gpu.Options{Pipeline: pipeline})
		var starts []*model.Snapshot
		for i := range members {
			starts = append(starts, ensembletest.Read(t, e, i))
		}
		stepAll(t, 150, e)
		set(e)
		stepAll(t, 50, e)
		for i := range members {
			if most, rms := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, e, i), want, i); !(most <= mostError && rms <= rmsError) {
				t.Errorf("%s: member %d: errors are %.3g of the motion, RMS %.3g", pipeline, i, most, rms)
			}
		}
		for _, err := range []error{e.Set(0, 0, []float64{1}), e.Set(2, 0, nil), e.Set(0, 10, []float64{0, 0, 2}), e.Reset(nil, nil)} {
			if err == nil {
				t.Error("a fault passed")
			}
		}
	}
}

// madeOf is made of several kinds.
func madeOf(t testing.TB, ctx *glx.Context, kinds []ensemble.Kind, members []ensemble.Member, o gpu.Options) *gpu.Engine {
	t.Helper()
	e, err := gpu.New(ctx, kinds, members, o)
	must.Do(t, err)
	t.Cleanup(e.Close)
	return e
}
