package cpu

import (
	"slices"
	"testing"

	"hooke/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
)

// bitRuns are some of the runs of endwiseRuns.
func bitRuns() (out []endwiseRun) {
	for _, r := range endwiseRuns() {
		if slices.Contains([]string{"cloth on the ground", "network", "awkward", "together", "cloth on the ground by pbd", "network by pbd", "together by pbd"}, r.name) {
			out = append(out, r)
		}
	}
	return out
}

// same says whether two states are the same, bit for bit.
func (endwiseRun) same(x, y *model.State) bool {
	return slices.Equal(x.Position, y.Position) && slices.Equal(x.Velocity, y.Velocity)
}

// Masses, or springs, of one color do not see each other: who does which block does not matter.
// Seen to fail: neighbors in one color.
func TestEndwiseBitsDoNotDependOnThreads(t *testing.T) {
	for _, r := range bitRuns() {
		var want *model.State
		for _, threads := range []int{1, 2, 5} {
			e, err := New(r.model, r.params, Options{Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			got := endwiseSteps(t, e, r, 3)
			if e.Close(); want == nil {
				want = got
			} else if !r.same(got, want) {
				t.Errorf("%s: %d threads: other bits than with one", r.name, threads)
			}
		}
	}
}

// A run goes on from a checkpoint with the same bits, on other threads.
func TestEndwiseRunsResume(t *testing.T) {
	for k, r := range bitRuns() {
		o := Options{Threads: 2, Precision: model.Precisions()[k%3]}
		engines := [3]Engine{}
		for i := range engines {
			e, err := New(r.model, r.params, o)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			engines[i], o.Threads = e, 1
		}
		var c model.Checkpoint
		want := endwiseSteps(t, engines[0], r, 5)
		endwiseSteps(t, engines[1], r, 2)
		if err := engines[1].Save(&c); err != nil {
			t.Fatal(err)
		}
		for _, blind := range []bool{false, true} {
			if blind {
				for i := range c.Words[0].Data {
					c.Words[0].Data[i] ^= 2 // a bit of each position
				}
			}
			if err := engines[2].Restore(&c); err != nil {
				t.Fatal(err)
			}
			if err := engines[2].Step(3); err != nil {
				t.Fatal(err)
			}
			var got model.State
			if err := engines[2].ReadState(&got); err != nil {
				t.Fatal(err)
			}
			if got.Time != want.Time || r.same(&got, want) == blind {
				t.Errorf("%s, %v: with other bits %v: the same bits %v, times %g and %g s", r.name, o.Precision, blind, !blind, got.Time, want.Time)
			}
		}
		c.Variant += " of another order"
		if err := engines[2].Restore(&c); err == nil {
			t.Errorf("%s: a checkpoint with other colors is taken", r.name)
		}
	}
}

// A step allocates nothing.
func TestEndwiseStepsDoNotAllocate(t *testing.T) {
	p := model.Params{DT: 1. / 60, Substeps: 2, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0.29, 3000, 2).WithFriction(0.5, 0.4)}}
	for _, solver := range []model.Integrator{model.ImplicitEuler, model.PositionBased} {
		e, err := New(modeltest.Cloth(20), p.SolvedBy(solver), Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		step := func() {
			if err := e.Step(1); err != nil {
				t.Fatal(err)
			}
		}
		step()
		if count := memorytest.Allocations(3, step); count != 0 {
			t.Errorf("%v: a step allocates %g times", solver, count)
		}
		e.Close()
	}
}
