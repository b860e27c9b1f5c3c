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
