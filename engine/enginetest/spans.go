package enginetest

import (
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// spanCases are structures whose edges and triangles touch shapes, or whose contacts have
// values for each mass, and what makes their state another one when it is left out.
var spanCases = []struct {
	name    string
	build   func() (*model.Model, model.Params, *model.State)
	without func(*model.Params)
}{
	{"on spikes", modeltest.OnSpikes, massesAlone},
	{"colliding", modeltest.CollidingOnSpikes, func(p *model.Params) { p.Collision = model.Collision{} }},
	{"moving", modeltest.OnMovingSpikes, still},
	{"per mass", modeltest.OnSpikesPerMass, massesAlone},
	{"moving, per mass", modeltest.OnMovingSpikesPerMass, still},
}

// massesAlone lets contacts touch masses, but neither edges nor triangles.
func massesAlone(p *model.Params) {
	for k := range p.Contacts {
		p.Contacts[k].Touches = model.TouchMasses
	}
}

// still stops the contacts.
func still(p *model.Params) {
	for k := range p.Contacts {
		p.Contacts[k].Course = nil
	}
}

// Edges and triangles are pushed as in the reference, also while masses collide and contacts
// move. Without their pushes, or the motion, or the collisions, the state is another one.
func spans(t *testing.T, on Subject) {
	const steps, tolerance = 10, 1e-6 // m
	for _, integrator := range touchingIntegrators {
		for _, c := range spanCases {
			m, p, start := c.build()
			p.Integrator = integrator
			want := reference(t, m, p, start, steps)
			if off := farthest(reached(t, on, m, p, start, steps), want); !(off < tolerance) {
				t.Errorf("%v, %s: %g m from the reference", integrator, c.name, off)
			}
			q := p.Clone()
			c.without(&q)
			if off := farthest(reference(t, m, q, start, steps), want); off < 100*tolerance {
				t.Errorf("%v, %s: the control is %g m off only", integrator, c.name, off)
			}
		}
	}
}

// Contacts with values for each mass push as in the reference.
func contactsPerMass(t *testing.T, on Subject) {
	const steps = 12 // for masses to begin and end touching
	eachIntegrator(t, func(t *testing.T, integrator model.Integrator) {
		m, p, start := modeltest.OnNormalizedGround()
		if p.Integrator = integrator; integrator != model.SymplecticEuler && integrator != model.ExplicitEuler {
			p.DT /= 2 // Cd of 0.5 is too much for them
		}
		want := reference(t, m, p, start, steps)
		tolerance := 1e-6 // of the largest motion; states are read in float32
		if on.single() {
			tolerance = 2e-5 // a few hundred roundings of float32
		}
		if off := farthest(reached(t, on, m, p, start, steps), want) / farthest(want, start); !(off < tolerance) {
			t.Errorf("%g of the largest motion off", off)
		}
	})
}
