package cpu

import (
	"errors"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/must"
)

// Springs that tear, and triangles that they cut, touch nothing more, as in the reference, and the
// energy of their touches is of the fracture.
func TestTornPartsMeetAsInTheReference(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		m, p, start := modeltest.Strewn()
		m.Materials[1].Inelastic.TearStrain = 0.004
		p.Integrator, p.Ledger = integrator, true
		e := must.Open(makeEngine[float64](m, p, Options{Threads: 2, Precision: model.Double}))(t)
		ref := must.Get(cpuref.New(m, p))(t)
		modeltest.StepFrom(t, e, start, 100)
		modeltest.StepFrom(t, ref, start, 100)
		var got model.State
		must.Do(t, e.ReadState(&got))
		want := ref.State()
		for i, x := range want.Position {
			must.Near(t, got.Position[i].Sub(x).Len(), 0, 1e-10, "%v, mass %d: m from the reference", integrator, i)
		}
		torn := inelastic.Torn(got.Changes)
		must.Hold(t, torn > 5 && torn == inelastic.Torn(want.Changes), "%v: %d are torn, %d in the reference", integrator, torn, inelastic.Torn(want.Changes))
		a, b := must.Get(e.Ledger())(t), must.Get(ref.Ledger())(t)
		must.Near(t, a.Fracture, b.Fracture, 1e-9*b.Fracture, "%v: J of fracture", integrator)
		must.Hold(t, a.Closure() < 2e-2 && b.Closure() < 2e-2, "%v: ledgers close to %g and %g", integrator, a.Closure(), b.Closure())
	}
}

// A mass flies freely through a triangle of which a side is torn, and a spring through a torn one; those
// that hold strike it back.
func TestTornPartsLetThrough(t *testing.T) {
	for _, of := range []func(model.Surface) (*model.Model, model.Params, *model.State){modeltest.OnTriangle, modeltest.CrossedSprings} {
		for _, torn := range []bool{true, false} {
			m, p, start := of(model.Surface{})
			if len(m.Triangles) > 0 {
				m.Materials = append(m.Materials, model.Material{Name: "side", Stiffness: 100})
				m.AddSpring(model.Ends{0, 1}, m.RestPosition[1].Sub(m.RestPosition[0]).Len(), uint16(len(m.Materials)-1))
			}
			for i := range m.Materials[1:] {
				m.Materials[i+1].Inelastic.TearStrain = 10
			}
			start.Changes = m.Unchanged()
			if torn {
				start.Changes[0].Damage = 1
			}
			e := must.Open(makeEngine[float64](m, p, Options{Threads: 2, Precision: model.Double}))(t)
			ref := must.Get(cpuref.New(m, p))(t)
			must.Do(t, errors.Join(e.Reset(start), ref.Reset(start), e.Step(20000), ref.Step(20000)))
			var got model.State
			must.Do(t, e.ReadState(&got))
			for name, s := range map[string]*model.State{"cpu": &got, "cpuref": (*model.State)(ref.State())} {
				if free := s.Velocity[3] == start.Velocity[3]; free != torn {
					t.Errorf("%s, %s, torn %v: the velocity is %v m/s", m.Name, name, torn, s.Velocity[3])
				}
			}
		}
	}
}
