package cpuref

import (
	"fmt"
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/spring"
)

const perMassStep = 1. / 60 // [s]

// onSprings is a mass of 2 kg at the origin on n springs of Cs = Cd = 1 to pinned masses below:
// all along z, which is the stiffest that they can be against a plane.
func onSprings(n int) *model.Model {
	b := modeltest.NewBuilder("mass on springs")
	b.Model.Materials = append(b.Model.Materials, model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}})
	b.Mass(2, model.Vec3{}, 0)
	for k := range n {
		b.Mass(1, model.Vec3{0, 0, -1 - float64(k)}, model.PinAll)
		b.Join(0, k+1, 1)
	}
	return &b.Model
}

// largestSwing pushes the mass 0.1 mm further into a contact and returns
// how far from its rest it is over so many steps [m], and in the last hundred.
func largestSwing(t *testing.T, m *model.Model, contacts []model.Contact, steps int, guides ...model.Guide) (largest, last float64) {
	t.Helper()
	e := must.Get(New(m, model.Params{DT: perMassStep, Contacts: contacts, Gravity: model.EarthGravity(), Guides: guides}))(t)
	must.Do(t, e.Step(1000))
	rest := e.State().Position[0][2]
	start := e.State().Clone()
	start.Position[0][2] -= 1e-4
	must.Do(t, e.Reset((*model.State)(start)))
	for k := range steps {
		must.Do(t, e.Step(1))
		swing := math.Abs(e.State().Position[0][2] - rest)
		if largest = max(largest, swing); k >= steps-100 {
			last = max(last, swing)
		}
	}
	return largest, last
}

// A mass on springs at their caps rests on a plane, however many springs there are. With a
// contact as stiff as a mass without springs may have it, it does not.
func TestContactPerMassIsStableBesideSpringsAtTheirCaps(t *testing.T) {
	plane := model.Plane{Offset: 5e-3}
	for _, n := range []int{0, 1, 2, 4, 12, 26} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			m := onSprings(n)
			largest, last := largestSwing(t, m, []model.Contact{{Shape: plane, PerMass: true}}, 1e5)
			if largest > 2e-4 || last > 1e-12 {
				t.Errorf("pushed in by 0.1 mm it swings by %g m, and by %g m in the end", largest, last)
			}
			if n == 0 {
				return // its cap is 1
			}
			k, c := spring.Normalized{Stiffness: 1, Damping: 1}.Resolve(2, perMassStep)
			if _, last := largestSwing(t, m, []model.Contact{{Shape: plane, Stiffness: k, Damping: c}}, 1000); last < 1e-3 {
				t.Errorf("control: with a cap of 1 it swings by %g m in the end; a spectral radius of 1.9 and more shows", last)
			}
		})
	}
}

// A mass rests g dt²/Cs deep, whatever its mass, with the Cs of its springs up to 0.3, that
// of the contact, or 1 without springs; between two planes each has half of the stiffness.
func TestRestDepthOfContactPerMass(t *testing.T) {
	soft := func(cs float64) *model.Model {
		m := onSprings(1)
		m.Materials[1].Normalized.Stiffness = cs
		m.RestPosition[1], m.RestLength[0] = model.Vec3{1, 0, 0}, 1 // level: it carries nothing
		m.Pin[1] = model.PinX | model.PinY
		m.Mass[1] = 7
		return m
	}
	ground := model.Contact{Shape: model.Plane{}, PerMass: true}
	own := ground
	own.Normalized.Stiffness = 0.125
	for _, c := range []struct {
		name     string
		m        *model.Model
		contacts []model.Contact
		cs       float64
	}{
		{"springs of 0.05", soft(0.05), []model.Contact{ground}, 0.05},
		{"springs of 1", soft(1), []model.Contact{ground}, 0.3},
		{"no springs", onSprings(0), []model.Contact{ground}, 1},
		{"its own", soft(1), []model.Contact{own}, 0.125},
		{"its own, no springs", onSprings(0), []model.Contact{own}, 0.125},
		{"twice the same plane", soft(1), []model.Contact{ground, ground}, 0.3},
	} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			if c.m.SpringCount() == 0 && integrator != model.SymplecticEuler {
				continue // Cd = 1 is too much for those
			}
			e := must.Get(New(c.m, model.Params{DT: perMassStep, Integrator: integrator, Contacts: c.contacts, Gravity: model.EarthGravity()}))(t)
			must.Do(t, e.Step(2000))
			want := model.StandardGravity * perMassStep * perMassStep / c.cs
			energy := must.Get(e.Energy())(t)
			all := 0.0
			for i, x := range e.State().Position {
				if got := -x[2]; math.Abs(got-want) > 1e-9*want {
					t.Errorf("%s, %v: mass %d is %.12g m deep, want %.12g", c.name, integrator, i, got, want)
				}
				all += 0.5 * c.m.Mass[i] * model.StandardGravity * want // ½ kc δ² where kc δ = m g
			}
			if math.Abs(energy.Contact-all) > 1e-8*all {
				t.Errorf("%s, %v: the contacts hold %g J, want %g", c.name, integrator, energy.Contact, all)
			}
		}
	}
}
