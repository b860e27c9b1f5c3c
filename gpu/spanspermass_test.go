package gpu

import (
	"fmt"
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
)

// Contacts per mass push edges and triangles as in the reference, in every pipeline, precision
// and integrator, with what they hold and take.
func TestSpansPerMass(t *testing.T) {
	for _, pipeline := range options.Pipelines() {
		for _, precision := range options.Precisions() {
			for _, integrator := range model.Integrators() {
				if !tested(pipeline, precision, integrator) {
					continue // the same code again
				}
				t.Run(fmt.Sprint(pipeline, " ", precision, " ", integrator), func(t *testing.T) {
					tolerance := 2e-4 // as of other spans
					if precision == options.Double {
						tolerance = 5e-5 // the read-back of depths of 1 mm is float32
					}
					way, energy := offSpans(t, gltest.New(t), Options{Pipeline: pipeline, Precision: precision}, integrator, nil, modeltest.OnSpikesPerMass)
					if !(way < tolerance && energy < tolerance) {
						t.Errorf("%g of the way off, and %g of the energy", way, energy)
					}
				})
			}
		}
	}
}

// What each part of the shaders does is seen. The short form has every second mutant.
func TestSpansPerMassMutants(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range []struct{ file, old, new string }{
		{"span_per_mass.glsl", "sharers += depthIn(s, j) > real(0.0) ? 1u : 0u;", "sharers = 1u;"},
		{"span_per_mass.glsl", "Span own = span[span[k].a + n - FIRST];", "Span own = span[span[k].a];"},
		{"span_per_mass.glsl", "if (span[k].a == 0u) {", "if (span[k].a != 0u) {"},
		{"span.comp", "c = metBy(c, k, s, all);", ""},
		{"span_ledger.comp", "c = metBy(c, k, s, all);", ""},
	} {
		if os.Getenv("HOOKE_LONG") == "" && k%2 != 0 {
			continue
		}
		way, energy := offSpans(t, ctx, Options{}, model.SymplecticEuler, mutated(t, c.file, c.old, c.new), modeltest.OnSpikesPerMass)
		if way < 2e-3 && energy < 2e-3 {
			t.Errorf("%s, %q: not seen, %g of the way off and %g of the energy", c.file, c.new, way, energy)
		}
	}
}

// A run whose contacts per mass push spans takes another dt and other values of contacts, and
// refuses a contact that has a stiffness instead.
func TestSetSpansPerMass(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		m, p, s := modeltest.OnSpikesPerMass()
		e, err := New(ctx, m, p, Options{Pipeline: pipeline})
		must(t, err)
		defer e.Close()
		must(t, e.Reset(s))
		p = p.Clone()
		p.DT /= 2
		p.Contacts[4].Normalized.Stiffness = 0.15
		must(t, e.SetParams(p))
		ref, err := cpuref.New(m, p)
		must(t, err)
		must(t, ref.Reset(s))
		must(t, ref.Step(spanSteps))
		got := after(t, e, spanSteps)
		for i, x := range ref.State().Position {
			if got.Position[i].Sub(x).Len() > 1e-6 {
				t.Errorf("%s: mass %d is at %v, want %v", pipeline, i, got.Position[i], x)
			}
		}
		p = p.Clone()
		p.Contacts[4] = p.Contacts[1]
		p.Contacts[4].Touches = model.TouchTriangles
		if err := e.SetParams(p); err == nil {
			t.Errorf("%s: a contact with a stiffness is taken in place of one per mass", pipeline)
		}
	}
}
