package gpu

import (
	"io/fs"
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
)

// offMoving is how far the ledger of edges and triangles on shapes that move is from that of the
// reference, relative to what contacts hold and take, in batches of so many steps.
func offMoving(t *testing.T, ctx *glx.Context, o Options, integrator model.Integrator, files fs.FS, batch int) (off float64) {
	t.Helper()
	m, p, s := modeltest.OnMovingSpikes()
	p.Integrator, p.Ledger, o.Shaders = integrator, true, files
	ref, err := cpuref.New(m, p)
	must(t, err)
	must(t, ref.Reset(s))
	must(t, ref.Step(spanSteps))
	want, err := ref.Ledger()
	must(t, err)
	e, err := New(ctx, m, p, o)
	must(t, err)
	defer e.Close()
	must(t, e.Reset(s))
	for range spanSteps / batch {
		must(t, e.Step(batch))
		e.Submit()
	}
	must(t, e.Finish())
	got, err := e.Ledger()
	must(t, err)
	scale := want.Now.Contact + want.Flows.ContactDamping + want.Flows.Friction
	if want.Flows.Friction < 0.01*scale || math.Abs(want.Flows.Constraints) < 0.01*scale {
		t.Errorf("%v: little happens: %+v", integrator, want)
	}
	for n, x := range got.Numbers() {
		off = max(off, math.Abs(*x-*want.Numbers()[n])/scale)
	}
	return off
}

// What contacts that move and rub do to edges and triangles is in the ledger as in the reference:
// the work of their surfaces, and what friction takes. Batches change nothing: the first step of
// the next one is looked at in the last of this one.
func TestLedgerOfSpansOnMovingContacts(t *testing.T) {
	ctx := gltest.New(t)
	for _, v := range []struct {
		integrator model.Integrator
		pipeline   string
		precision  options.Precision
		batch      int
	}{
		{model.SymplecticEuler, options.TwoPass, options.Single, 10},
		{model.SymplecticEuler, options.Fused, options.Double, 1},
		{model.VelocityVerlet, options.Fused, options.Single, 5},
		{model.VelocityVerlet, options.TwoPass, options.Double, 5},
		{model.RK4, options.TwoPass, options.Single, 10},
		{model.ExplicitEuler, options.Fused, options.Single, 2},
	} {
		tolerance := 3e-4 // as of contacts that stand
		if v.precision == options.Double {
			tolerance = 1e-5
		}
		if off := offMoving(t, ctx, Options{Pipeline: v.pipeline, Precision: v.precision}, v.integrator, nil, v.batch); !(off < tolerance) {
			t.Errorf("%v: %.3g of the energy off", v, off)
		}
	}
	for name, c := range map[string]struct {
		integrator     model.Integrator
		file, old, new string
	}{
		"no work of surfaces": {model.SymplecticEuler, "span.comp", "given += dot(f, surface);", ""},
		"given to one side":   {model.VelocityVerlet, "span_gather.comp", "centered[i - FIRST].w += float(given / DT);", ""},
		"touches of a corner": {model.ExplicitEuler, "span_ledger.comp", "real(max(mostTouches(all.mass), 1u))", "real(1.0)"},
		"explicit":            {model.ExplicitEuler, "span_ledger.comp", "-force / speed * dot(slip, surface)", "real(0.0)"},
	} {
		if off := offMoving(t, ctx, Options{}, c.integrator, mutated(t, c.file, c.old, c.new), 10); off < 3.5e-4 {
			t.Errorf("%s: %.3g of the energy off", name, off)
		}
	}
}
