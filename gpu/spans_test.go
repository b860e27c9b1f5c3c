package gpu

import (
	"io/fs"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
)

// spanSteps are enough for edges and triangles to begin and end touching shapes.
const spanSteps = 10

// offSpans runs the case of edges and triangles, and returns how far the engine is from the
// reference in the end, relative to what contacts with spans have moved the masses, and the
// difference of the energy of contacts, relative to that.
func offSpans(t *testing.T, ctx *glx.Context, o Options, integrator model.Integrator, files fs.FS, build func() (*model.Model, model.Params, *model.State)) (way, energy float64) {
	t.Helper()
	m, p, s := build()
	p.Integrator, o.Shaders = integrator, files
	without := p.Clone()
	for k := range without.Contacts {
		without.Contacts[k].Touches = model.TouchMasses
	}
	ref, e := stepped(t, m, p, s, spanSteps), started(t, ctx, m, p, s, o)
	got, want := after(t, e, spanSteps), ref.State().Position
	far := farthest(want, stepped(t, m, without, s, spanSteps).State().Position)
	if far < 1e-4 {
		t.Errorf("%v: spans move masses by %g m only", integrator, far)
	}
	return farthest(got.Position, want) / far, contactsApart(t, e, ref)
}

// Edges and triangles are pushed as in the reference, in every pipeline and integrator, with what contacts hold of them.
func TestSpans(t *testing.T) {
	eachWayInSingle(t, func(t *testing.T, o Options, integrator model.Integrator) {
		const tolerance = 2e-4 // a few hundred roundings of float32, and of depths of 1 mm as positions of 0.4 m are rounded
		way, energy := offSpans(t, gltest.New(t), o, integrator, nil, modeltest.OnSpikes)
		if !(way < tolerance && energy < tolerance) {
			t.Errorf("%g of the way off, and %g of the energy", way, energy)
		}
	})
}

// What each part of the shaders does is seen. The short form has every second mutant.
func TestSpanMutants(t *testing.T) {
	seesMutants(t, []mutant{
		{"span.glsl", "t.depth -= below;", ""},
		{"span_depth.glsl", "Pressed(c.size - distance, n, vec3(1.0 - s, s, 0.0))", "Pressed(c.size - distance, n, vec3(0.5, 0.5, 0.0))"},
		{"span_depth.glsl", "attempt(l, s, normal, -1, p, q, r);", ""},
		{"span.comp", "max(most, 1u)", "1u"},
		{"span_gather.comp", "SPAN_REACH * d", "0.0 * d"},
		{"span_ledger.comp", "real(0.5) * c.stiffness", "real(0.4) * c.stiffness"},
	}, 2e-4, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		return offSpans(t, ctx, Options{}, model.SymplecticEuler, files, modeltest.OnSpikes)
	})
}

// Spans act together with collisions of masses, and in contacts that move, as in the reference;
// without any of these the state is another one.
func TestSpansWithOthers(t *testing.T) {
	still := func(p *model.Params) {
		for k := range p.Contacts {
			p.Contacts[k].Course = nil
		}
	}
	apart := func(p *model.Params) { p.Collision = model.Collision{} }
	for _, c := range []struct {
		name    string
		build   func() (*model.Model, model.Params, *model.State)
		without func(p *model.Params)
	}{{"colliding", modeltest.CollidingOnSpikes, apart}, {"moving", modeltest.OnMovingSpikes, still}, {"moving, per mass", modeltest.OnMovingSpikesPerMass, still}} {
		m, p, s := c.build()
		ref := stepped(t, m, p, s, spanSteps)
		off := func(p model.Params) float64 {
			e := started(t, gltest.New(t), m, p, s, Options{Pipeline: options.TwoPass})
			return farthest(after(t, e, spanSteps).Position, ref.State().Position)
		}
		less, masses := p.Clone(), p.Clone()
		c.without(&less)
		for k := range masses.Contacts {
			masses.Contacts[k].Touches = model.TouchMasses
		}
		if got := off(p); got > 1e-6 {
			t.Errorf("%s: %g m from the reference", c.name, got)
		}
		if a, b := off(less), off(masses); a < 1e-4 || b < 1e-4 {
			t.Errorf("%s: controls: without it %g m off, without spans %g m", c.name, a, b)
		}
	}
}
