package physics

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

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
		if got != want {
			t.Errorf("parameters %d: %+v, anew %+v", i, got, want)
		}
		seen[got] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d different energies: parameters do not matter", len(seen))
	}
}
