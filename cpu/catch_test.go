package cpu

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// thrownBy steps masses that fly about shapes, and returns the end and the number of catches.
func thrownBy(t *testing.T, e model.Engine, s *model.State, steps ...int) (*model.State, model.Caught) {
	t.Helper()
	must.Do(t, e.Reset(s))
	for _, n := range steps {
		must.Do(t, e.Step(n))
	}
	must.Do(t, e.Finish())
	var end model.Snapshot
	must.Do(t, e.Read(&end))
	caught := must.Get(e.(model.Catcher).Caught())(t)
	return end.State(), caught
}

// A run in which nothing crosses a contact has the same bits with and without catching; one with a crossing
// has other bits. Counts continue over a checkpoint.
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
				e := must.Get(makeEngine[float32](m, p, Options{}))(t)
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
