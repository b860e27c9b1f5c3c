package cpu

import (
	"fmt"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// thrownBy steps masses that fly about shapes, and returns the end and what was caught.
func thrownBy(t *testing.T, e model.Engine, s *model.State, steps ...int) (*model.State, model.Caught) {
	t.Helper()
	must.Do(t, e.Reset(s))
	for _, n := range steps {
		must.Do(t, e.Step(n))
	}
	must.Do(t, e.Finish())
	var end model.Snapshot
	must.Do(t, e.Read(&end))
	caught, err := e.(model.Catcher).Caught()
	must.Do(t, err)
	return end.State(), caught
}

// Masses are caught as in the reference, by shapes that stand and that move, with each
// integrator, kernel and number of threads, in steps one by one and together.
func TestCaughtAsInTheReference(t *testing.T) {
	for _, moving := range []bool{false, true} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			m, p, s := modeltest.Thrown()
			p.Integrator = integrator
			for k := 1; moving && k < 5; k++ {
				f := float64(k)
				p.Contacts[k].Course = &model.Course{Path: model.Path{Velocity: model.Vec3{20 * f, -30, 10 - 15*f}}, Spin: model.Vec3{8, -12 * f, 10}}
			}
			name := fmt.Sprintf("%v, moving %v", integrator, moving)
			ref, err := cpuref.New(m, p)
			must.Do(t, err)
			want, counted := thrownBy(t, ref, s, 4)
			var first *model.State
			for _, threads := range []int{1, 3} {
				e, err := makeEngine[float32](m, p, Options{Threads: threads})
				must.Do(t, err)
				got, caught := thrownBy(t, e, s, 4)
				again, _ := thrownBy(t, e, s, 1, 2, 1)
				e.Close()
				if caught != counted || caught.Count < 60 {
					t.Errorf("%s: counted %+v, want %+v, and more than 60", name, caught, counted)
				}
				for i, x := range want.Position {
					if off, fast := got.Position[i].Sub(x).Len(), got.Velocity[i].Sub(want.Velocity[i]).Len(); !(off < 2e-4 && fast < 0.02) {
						t.Fatalf("%s: mass %d is %g m off, its velocity %g m/s", name, i, off, fast)
					}
				}
				if first == nil {
					first = got
				}
				for _, other := range []*model.State{got, again} {
					if !slices.Equal(other.Position, first.Position) || !slices.Equal(other.Velocity, first.Velocity) {
						t.Errorf("%s: other bits with %d threads, or in other calls", name, threads)
					}
				}
			}
		}
	}
}

// A run in which nothing crosses a contact has the same bits as one that does not look; one
// in which something does has not. Counts go on over a checkpoint.
func TestSlowMassesKeepTheirBits(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		for _, fast := range []bool{false, true} {
			m, p, s := modeltest.Thrown()
			p.Integrator = integrator
			for i := range s.Velocity {
				if !fast {
					s.Velocity[i] = s.Velocity[i].Mul(1.0 / 4096)
				}
			}
			var ends [2]*model.State
			for k := range ends {
				e, err := makeEngine[float32](m, p, Options{})
				must.Do(t, err)
				if k == 1 {
					e.catching = catching[float32]{}
				}
				var caught model.Caught
				ends[k], caught = thrownBy(t, e, s, 8)
				if k == 0 && caught.Count > 0 != fast {
					t.Errorf("%v, fast %v: %+v", integrator, fast, caught)
				}
				var c model.Checkpoint
				must.Do(t, e.Save(&c))
				if err := e.Reset(s); err != nil || e.catching.caught.Count != 0 {
					t.Errorf("after a reset: %+v %v", e.catching.caught, err)
				}
				if err := e.Restore(&c); err != nil || e.catching.caught != caught {
					t.Errorf("after a checkpoint: %+v, want %+v; %v", e.catching.caught, caught, err)
				}
				e.Close()
			}
			if same := slices.Equal(ends[0].Position, ends[1].Position) && slices.Equal(ends[0].Velocity, ends[1].Velocity); same == fast {
				t.Errorf("%v, fast %v: the same bits: %v", integrator, fast, same)
			}
		}
	}
}
