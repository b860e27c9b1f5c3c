package cpu

import (
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The negative controls of collisions: engines that are wrong in one way, which differ from
// the reference by far more than the tolerance of TestCollisionsAgreeWithReference.
func TestCheckFailsCollisionMutants(t *testing.T) {
	change := func(change func(c *kernels.PairLaw[float32])) func(e *engine[float32]) {
		return func(e *engine[float32]) {
			of := e.kernel.Press
			e.kernel.Press = func(c *kernels.PressCall[float32]) {
				for i := range e.pairs.lists.Laws {
					change(&e.pairs.lists.Laws[i])
				}
				of(c)
			}
		}
	}
	work := func(t task, instead func(e *engine[float32], thread, block int)) func(e *engine[float32]) {
		return func(e *engine[float32]) {
			do := e.threads.Work
			e.threads.Work = func(thread, block int) {
				if e.progress.schedule.task == t {
					instead(e, thread, block)
					return
				}
				do(thread, block)
			}
		}
	}
	faults := must.Faults()
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		m, p, start := cputest.Cloud(300, 1, 1)
		p.Integrator = integrator
		const steps = 4
		want := reference(t, m, p, start, steps)
		for _, mutant := range []struct {
			name   string
			tamper func(e *engine[float32])
		}{
			{"nothing", nil},
			{"D is a little less", change(func(c *kernels.PairLaw[float32]) {
				for i, reach := range c.Reach {
					c.Reach[i] = min(reach, 0.06)
				}
			})},
			{"no damping", change(func(c *kernels.PairLaw[float32]) { c.Damping = [16]float32{} })},
			{"one stiffness for all", change(func(c *kernels.PairLaw[float32]) { c.Stiffness[3], c.Stiffness[5] = 200, 200 })},
			{"no pushes", func(e *engine[float32]) { e.kernel.Press = func(*kernels.PressCall[float32]) {} }},
			{"no friction", work(pairFriction, func(*engine[float32], int, int) {})},
			{"friction along the motion", work(pairFriction, func(e *engine[float32], thread, block int) {
				velocity := e.buffers.now().Velocity
				before := slices.Clone(velocity.Arena)
				e.pairBlock(&e.workers[thread], pairFriction, block)
				for i, v := range before {
					if i >= kernels.ArrayVX*velocity.Stride {
						velocity.Arena[i] = 2*v - velocity.Arena[i]
					}
				}
			})},
		} {
			if mutant.tamper != nil && !faults() {
				continue
			}
			e := must.Get(makeEngine[float32](m, p, Options{Threads: 1}))(t)
			must.Do(t, e.Reset(start))
			if mutant.tamper != nil {
				mutant.tamper(e)
			}
			must.Do(t, e.Step(steps))
			got := modeltest.Snapshot(t, e)
			e.Close()
			if d := velocityApart(got, want); (d < 2e-5) != (mutant.tamper == nil) {
				t.Errorf("%v: %s: velocities differ by %g m/s", integrator, mutant.name, d)
			}
		}
	}
}

// reference is the state of the reference after some steps.
func reference(t *testing.T, m *model.Model, p model.Params, start *model.State, steps int) (s model.Snapshot) {
	t.Helper()
	ref := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, ref, start, steps)
	must.Do(t, ref.Read(&s))
	return s
}
