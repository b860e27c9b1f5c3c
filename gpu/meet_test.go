package gpu

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// meetPipelines are those of runs in which springs and triangles collide.
var meetPipelines = []string{options.TwoPass, options.Fused}

// A spring that hits another one, and a mass that hits a triangle, have the velocities of the closed form, and touch for
// π √(m_q/kc): two springs exchange them, and a mass turns back with half of its own.
func TestPartsHitEachOther(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		of      func(model.Surface) (*model.Model, model.Params, *model.State)
		reduced float64
		end     [2]float64 // of the first and the last mass [m/s]
	}{{modeltest.CrossedSprings, 0.1, [2]float64{-1, 0}}, {modeltest.OnTriangle, 0.075, [2]float64{-0.5, 0.5}}} {
		m, p, start := c.of(model.Surface{})
		e := must.Get(New(ctx, m, p, Options{}))(t)
		must.Do(t, e.Reset(start))
		last, touching := m.MassCount()-1, 0
		var s model.State
		for range 900 {
			must.Do(t, e.Step(5))
			must.Do(t, e.ReadState(&s))
			if s.Position[last][2]-s.Position[0][2] < modeltest.StruckReach {
				touching++
			}
		}
		must.Do(t, e.Finish())
		must.Near(t, s.Velocity[0][2], c.end[0], 2e-3, "%s: m/s of the one that was hit", m.Name)
		must.Near(t, s.Velocity[last][2], c.end[1], 2e-3, "%s: m/s of the one that flew", m.Name)
		must.Near(t, float64(5*touching)*p.DT, math.Pi*math.Sqrt(c.reduced/modeltest.StruckStiffness), 1e-4, "%s: s of touch", m.Name)
		e.Close()
	}
}

// Parts of structures that collide move as in the reference, which tries all pairs, by all solvers and in both pipelines, and
// so does their energy.
func TestPartsMeetAsInTheReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.ExplicitEuler} {
		m, p, start := modeltest.Strewn()
		p.Integrator = integrator
		e := must.Open(New(ctx, m, p, Options{Pipeline: meetPipelines[k%2]}))(t)
		ref := must.Get(cpuref.New(m, p))(t)
		modeltest.StepFrom(t, e, start, 100)
		modeltest.StepFrom(t, ref, start, 100)
		most, way := offBy(t, e, ref.State().Position, start, 100*p.DT)
		if most > 1e-5 || way < 1e-3 {
			t.Errorf("%v: positions are %g m apart, and %g m from where masses would be without forces", integrator, most, way)
		}
		a, b := must.Get(e.Energy())(t), must.Get(ref.Energy())(t)
		must.Near(t, a.Contact, b.Contact, 1e-3*b.Contact, "%v: energy of contacts [J]", integrator)
		must.Hold(t, b.Contact > 1e-6, "%v: %g J in contacts", integrator, b.Contact)
	}
}

// offBy returns how far positions are from those of another state, and these from where masses would be at a time [s]
// without forces [m].
func offBy(t *testing.T, e *Engine, want []model.Vec3, start *model.State, time float64) (most, way float64) {
	t.Helper()
	var got model.State
	must.Do(t, e.ReadState(&got))
	for i, x := range want {
		most = max(most, got.Position[i].Sub(x).Len())
		way = max(way, x.Sub(start.Position[i].Add(start.Velocity[i].Mul(time))).Len())
	}
	return most, way
}
