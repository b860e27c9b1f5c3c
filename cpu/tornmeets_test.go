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
	for _, integrator := range must.Sized([]model.Integrator{model.SymplecticEuler, model.RK4}, []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4}) {
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

// A contact that touches springs, or triangles, lets torn springs and triangles that they cut through, as the
// reference does, and holds those that are whole. The energy of its touch is of the fracture.
func TestContactsLetTornPartsThrough(t *testing.T) {
	for name, of := range map[string]func() (*model.Model, model.Contact){
		"springs": func() (*model.Model, model.Contact) {
			m := modeltest.Free(0.01, model.Vec3{-0.1}, model.Vec3{0.1})
			return m, model.Contact{Touches: model.TouchSprings}
		},
		"triangles": func() (*model.Model, model.Contact) {
			m := modeltest.Free(0.01, model.Vec3{-0.1, -0.1}, model.Vec3{0.1, -0.1}, model.Vec3{0, 0.1})
			m.Triangles = [][3]uint32{{0, 1, 2}}
			return m, model.Contact{Touches: model.TouchTriangles}
		},
	} {
		m, contact := of()
		m.Materials = append(m.Materials, model.Material{Name: "side", Stiffness: 50, Inelastic: inelastic.Law{TearStrain: 10}})
		for i := range m.MassCount() {
			for j := range i {
				m.AddSpring(model.Ends{uint32(j), uint32(i)}, m.RestPosition[i].Sub(m.RestPosition[j]).Len(), 1)
			}
		}
		contact.Shape, contact.Stiffness = model.Sphere{Center: model.Vec3{0, 0, -0.02}, Radius: 0.025}, 1000
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			p := model.Params{DT: 1e-4, Integrator: integrator, Gravity: model.Vec3{0, 0, -9.81}, Ledger: true, Contacts: []model.Contact{contact}}
			for _, way := range []string{"torn", "whole", "tears"} {
				m.Materials[1].Inelastic.TearStrain = 10
				start := m.Start()
				start.Changes = m.Unchanged()
				switch way {
				case "torn":
					start.Changes[0].Damage = 1
				case "tears":
					m.Materials[1].Inelastic.TearStrain = 1e-4
					start.Velocity[1][0] = 0.05
				}
				e := must.Open(makeEngine[float64](m, p, Options{Threads: 2, Precision: model.Double}))(t)
				ref := must.Get(cpuref.New(m, p))(t)
				must.Do(t, errors.Join(e.Reset(start), ref.Reset(start), e.Step(200), ref.Step(200)))
				var got model.State
				must.Do(t, e.ReadState(&got))
				for i, x := range ref.State().Position {
					must.Near(t, got.Position[i].Sub(x).Len(), 0, 1e-10, "%s, %s, %v, mass %d: m from the reference", name, way, integrator, i)
				}
				falls := got.Velocity[0][2]/(-9.81*0.02) > 0.999
				torn := inelastic.Torn(got.Changes) > 0
				must.Hold(t, torn == (way != "whole") && falls == (way == "torn"), "%s, %s, %v: torn %v, falls freely %v", name, way, integrator, torn, falls)
				a, b := must.Get(e.Ledger())(t), must.Get(ref.Ledger())(t)
				must.Near(t, a.Fracture, b.Fracture, 1e-9, "%s, %s, %v: J of fracture", name, way, integrator)
				must.Hold(t, a.Closure() < 1e-2 && b.Closure() < 1e-2, "%s, %s, %v: ledgers close to %g and %g", name, way, integrator, a.Closure(), b.Closure())
			}
		}
	}
}
