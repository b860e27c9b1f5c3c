package physics

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
)

func TestEnergyOfMaterials(t *testing.T) {
	const turn = 2 * math.Pi
	for _, c := range []struct {
		name     string
		material model.Material
		length   float64
		want     float64
	}{
		{"EA, k = 40", model.Material{AxialRigidity: 20}, 1, 5},
		{"frequency, k = 0.75", model.Material{Frequency: 1 / turn}, 1.5, 0.375},
		{"normalized, k = 3", model.Material{Normalized: spring.Normalized{Stiffness: 1}}, 1.5, 1.5},
		{"taut", model.Material{Stiffness: 8, TensionOnly: true}, 1, 1},
		{"slack", model.Material{Stiffness: 8, TensionOnly: true}, 0.25, 0},
	} {
		m := barbell(c.material)
		s := &model.State{Position: []model.Vec3{{}, {0, c.length, 0}}, Velocity: make([]model.Vec3, 2)}
		if got := EnergyOf(m, model.Params{DT: 0.5}, s).Elastic; !agrees(got, c.want) {
			t.Errorf("%s: %g J, want %g", c.name, got, c.want)
		}
	}
	// Without a step that of AutoStep is meant: 1 ms, so k = 0.75e6 N/m.
	m := barbell(model.Material{Normalized: spring.Normalized{Stiffness: 1}})
	s := &model.State{Position: []model.Vec3{{}, {0, 1.5, 0}}, Velocity: make([]model.Vec3, 2)}
	if got := EnergyOf(m, model.Params{}, s).Elastic; !agrees(got, 0.375e6) {
		t.Errorf("normalized without a step: %g J, want 375 kJ", got)
	}
}

// Two masses of 2 kg, 3 m apart on a 1 m spring of 8 N/m, one moving at 3 m/s,
// the other 0.5 m under a ground of 100 N/m.
func TestEnergyByHand(t *testing.T) {
	m := twoMasses()
	p := model.Params{Gravity: model.Vec3{0, 0, -10}, Contacts: []model.Contact{model.Ground(0, 100, 0)}}
	s := &model.State{Position: []model.Vec3{{0, 0, 2.5}, {0, 0, -0.5}}, Velocity: []model.Vec3{{0, 3, 0}, {}}}
	got := EnergyOf(m, p, s)
	want := model.Energy{Kinetic: 9, Gravitational: 40, Elastic: 16, Contact: 12.5}
	if got != want || got.Total() != 77.5 {
		t.Errorf("energy %+v, total %g; want %+v, total 77.5", got, got.Total(), want)
	}
}

// A law that is used with one set of parameters after the other has the energies that one made
// for each of them has: spans come and go, stiffness follows the step.
func TestEnergyLawFollowsParameters(t *testing.T) {
	m, p, s := modeltest.OnSpikes()
	m.Materials[1].Normalized.Stiffness = 0.2
	m.Materials[1].Stiffness, m.Materials[1].Damping = 0, 0
	masses, springs, slow := p.Clone(), p.Clone(), p
	for k := range p.Contacts {
		masses.Contacts[k].Touches, springs.Contacts[k].Touches = model.TouchMasses, min(p.Contacts[k].Touches, model.TouchSprings)
	}
	slow.DT = 2 * p.DT
	perMass := p.Clone()
	perMass.Contacts = append(perMass.Contacts, model.Contact{Shape: model.Plane{Offset: 0.5}, PerMass: true})
	law, seen := NewEnergyLaw(m, p), map[model.Energy]bool{}
	all := []model.Params{p, masses, p, springs, slow, perMass, p}
	for i, q := range all {
		law.Use(q)
		got, want := law.At(nil, s), NewEnergyLaw(m, q).At(nil, s)
		must.Hold(t, got == want, "parameters %d: %+v, anew %+v", i, got, want)
		seen[got] = true
	}
	must.Hold(t, len(seen) == 5, "%d different energies: parameters do not matter", len(seen))
}
