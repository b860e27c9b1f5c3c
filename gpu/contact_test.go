package gpu

import (
	"io/fs"
	"os"
	"slices"
	"testing"

	"hooke/engine/check"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// after steps an engine and returns its state.
func after(t *testing.T, e model.Engine, steps int) *model.State {
	t.Helper()
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	s := modeltest.Snapshot(t, e)
	return s.State()
}

// Every shape, and containers, against a random model: passes and steps agree
// with the reference, stick and slide included.
func TestContactsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(21, 3000, 12000)
	p := gputest.PerturbedParams()
	parts := []string{"passes", "steps"}
	if os.Getenv("HOOKE_LONG") != "" {
		parts = nil // all
	}
	rows := must.Get(check.Prove(check.Case{Name: "random", Model: m, Start: state, Params: p, Steps: 20, Parts: parts},
		func(m *model.Model, p model.Params) (check.Subject, error) { return New(ctx, m, p, Options{}) }))(t)
	seen := 0
	for _, r := range rows {
		if r.Check == "pass integrate, contacts" || r.Check == "step parity, contacts" {
			seen++
			t.Logf("%s: max %.3g, tolerance %.3g", r.Check, r.Max, r.Tolerance)
		}
		must.Hold(t, r.OK, "%s: max %.3g, tolerance %.3g: %s", r.Check, r.Max, r.Tolerance, r.Detail)
	}
	must.Be(t, seen, 2, "checks of contacts")
}

// The kernel of a run has no unused parts.
func TestContactVariants(t *testing.T) {
	ground := model.Ground(0, 1, 0)
	for _, c := range []struct {
		contacts            []model.Contact
		contacts1, friction string
	}{
		{nil, "0", "0"},
		{[]model.Contact{ground}, "1", "0"},
		{[]model.Contact{ground, ground.WithFriction(1, 0)}, "1", "1"},
	} {
		got := settings.Variant(modeltest.Free(1, model.Vec3{}), model.Params{Contacts: c.contacts}, options.Single)
		if !slices.Contains(got, shaders.Define{Name: "CONTACTS", Value: c.contacts1}) ||
			!slices.Contains(got, shaders.Define{Name: "FRICTION", Value: c.friction}) {
			t.Errorf("%d contacts give %v", len(c.contacts), got)
		}
	}
}

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

// Each part of the shader matters: its mutants are seen. The short form has the first mutant.
func TestContactsPerMassMutants(t *testing.T) {
	seesMutants(t, must.Faults(), []mutant{
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

// A run with contacts per mass takes dt and contacts that differ, and returns an error for others
// contact; and its class does not read as a pin.
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

// spanSteps are enough for edges and triangles to begin and end touching shapes.
const spanSteps = 10

// offSpans runs the case of edges and triangles. It returns how far the engine is from the reference in the
// end, relative to the displacement by contacts with spans, and the difference of the energy of contacts,
// relative to that.
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
	must.Hold(t, far >= 1e-4, "%v: spans move masses by %g m only", integrator, far)
	return farthest(got.Position, want) / far, contactsApart(t, e, ref)
}

// Each part of the shaders matters: its mutants are seen. The short form has the first mutant.
func TestSpanMutants(t *testing.T) {
	seesMutants(t, must.Faults(), []mutant{
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

// Each part of the shaders matters: its mutants are seen. The short form has the first mutant.
func TestSpansPerMassMutants(t *testing.T) {
	seesMutants(t, must.Faults(), []mutant{
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
