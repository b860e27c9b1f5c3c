package gpu

import (
	"io/fs"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// normalizedSteps are enough for masses to begin and end touching contacts.
const normalizedSteps = 12

// offPerMass runs the case of contacts per mass and returns how far the engine is from the
// reference in the end, relative to the way of the mass that moved most, and the same of the
// energy that contacts hold.
func offPerMass(t *testing.T, ctx *glx.Context, o Options, integrator model.Integrator, files fs.FS) (way, energy float64) {
	t.Helper()
	m, p, s := modeltest.OnNormalizedGround()
	p.Integrator, o.Shaders = integrator, files
	if integrator != model.SymplecticEuler && integrator != model.ExplicitEuler {
		p.DT /= 2 // Cd of 0.5 is too much for them
	}
	ref, e := stepped(t, m, p, s, normalizedSteps), started(t, ctx, m, p, s, o)
	got, want := after(t, e, normalizedSteps), ref.State().Position
	return farthest(got.Position, want) / farthest(want, s.Position), contactsApart(t, e, ref)
}

// What each part of the shader does is seen. The short form has every second mutant.
func TestContactsPerMassMutants(t *testing.T) {
	seesMutants(t, []mutant{
		{"contact.glsl", "c.stiffness *= share / real(sharers)", "c.stiffness *= share"},
		{"contact.glsl", "c.damping *= share / real(sharers)", "c.damping *= share"},
		{"contact.glsl", ">> 3u;", ">> 4u;"},
		{"contact.glsl", "(c.inside & PER_MASS) != 0u", "true"},
		{"mass_force.glsl", "face(i);", "face(0u);"},
		{"mass_ledger.comp", "face(i);", "face(0u);"},
	}, 1e-3, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		return offPerMass(t, ctx, Options{}, model.SymplecticEuler, files)
	})
}

// A run with contacts per mass takes dt and contacts that differ, and refuses what is no such
// contact; and its class is no pin to those who read pins.
func TestSetContactsPerMass(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		m, p, s := modeltest.OnNormalizedGround()
		e := started(t, ctx, m, p, s, Options{Pipeline: pipeline})
		p.DT /= 3
		must.Do(t, e.SetParams(p))
		if off := farthest(after(t, e, normalizedSteps).Position, stepped(t, m, p, s, normalizedSteps).State().Position); off > 1e-6 {
			t.Errorf("%s: a mass is %g m off", pipeline, off)
		}
		for k := range p.Contacts {
			p.Contacts[k] = model.Ground(0, 50, 0).WithFriction(0.5, 0.5)
		}
		if err := e.SetParams(p); err == nil {
			t.Errorf("%s: contacts with a stiffness are taken by passes of contacts per mass", pipeline)
		}
	}
}
