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

// What each part of the shaders does is seen. The short form has every second mutant.
func TestSpansPerMassMutants(t *testing.T) {
	seesMutants(t, []mutant{
		{"span_per_mass.glsl", "sharers += depthIn(s, j) > 0.0 ? 1u : 0u;", "sharers = 1u;"},
		{"span_per_mass.glsl", "Span own = span[span[k].a + n - FIRST];", "Span own = span[span[k].a];"},
		{"span_per_mass.glsl", "if (span[k].a == 0u) {", "if (span[k].a != 0u) {"},
		{"span.comp", "c = metBy(c, k, s, all);", ""},
		{"span_ledger.comp", "c = metBy(c, k, s, all);", ""},
	}, 2e-3, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		return offSpans(t, ctx, Options{}, model.SymplecticEuler, files, modeltest.OnSpikesPerMass)
	})
}

// A run whose contacts per mass push spans takes another dt and other values of contacts, and
// refuses a contact that has a stiffness instead.
func TestSetSpansPerMass(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		m, p, s := modeltest.OnSpikesPerMass()
		e := started(t, ctx, m, p, s, Options{Pipeline: pipeline})
		p = p.Clone()
		p.DT /= 2
		p.Contacts[4].Normalized.Stiffness = 0.15
		must.Do(t, e.SetParams(p))
		if off := farthest(after(t, e, spanSteps).Position, stepped(t, m, p, s, spanSteps).State().Position); off > 1e-6 {
			t.Errorf("%s: a mass is %g m off", pipeline, off)
		}
		p = p.Clone()
		p.Contacts[4] = p.Contacts[1]
		p.Contacts[4].Touches = model.TouchTriangles
		if err := e.SetParams(p); err == nil {
			t.Errorf("%s: a contact with a stiffness is taken in place of one per mass", pipeline)
		}
	}
}
