package gpu

import (
	"errors"
	"io/fs"
	"math"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/physics"
)

// keptApart takes a run of rods to steps with which it diverges, after some good ones, and says how far the
// orientations, or the spins per largest one, of the last good state are from those of its step; and
// how far all turned until then.
func keptApart(t *testing.T, ctx *glx.Context, o Options) (off, turned float64) {
	t.Helper()
	c := rodCase()
	o.KeepLastGood = true
	e := started(t, ctx, c.model, c.params, c.start, o)
	defer e.Close()
	must(t, e.Step(keepEvery+10))
	must(t, e.Finish())
	wild := c.params.Clone()
	wild.Gravity = model.Vec3{1e18, 0, 0}
	must(t, e.SetParams(wild))
	must(t, e.Step(2*keepEvery))
	var diverged *physics.DivergedError
	if err := e.Finish(); !errors.As(err, &diverged) {
		t.Fatalf("%v, want a divergence", err)
	}
	var good, want model.Snapshot
	must(t, e.LastGood(&good))
	again := started(t, ctx, c.model, c.params, c.start, o)
	defer again.Close()
	must(t, again.Step(keepEvery))
	must(t, again.Read(&want))
	if len(good.Orientation) != c.model.SegmentCount() || good.Step != want.Step || !slices.Equal(good.Position, want.Position) {
		return math.Inf(1), 0
	}
	for k, q := range want.Orientation {
		for axis := range q {
			off = max(off, math.Abs(float64(good.Orientation[k][axis]-q[axis])))
		}
		for axis, w := range want.AngularVelocity[k] {
			off = max(off, math.Abs(float64(good.AngularVelocity[k][axis]-w)))
		}
		turned = max(turned, math.Abs(float64(q[0])-c.start.Orientation[k].W))
	}
	if off == 0 { // it can be stepped on
		must(t, again.Reset(good.State()))
		must(t, again.Step(2))
		must(t, again.Finish())
	}
	return off, turned
}

// After a divergence the last good state has orientations and spins of rods: those of its step, in every precision.
func TestLastGoodOfRodsHasOrientations(t *testing.T) {
	ctx := gltest.New(t)
	for _, precision := range []options.Precision{options.Single, options.Double} {
		if off, turned := keptApart(t, ctx, Options{Precision: precision}); off != 0 || !(turned > 1e-3) {
			t.Errorf("%v: the last good state is off by %g; rods turned by %g", precision, off, turned)
		}
	}
}

// A bad state that is copied, and spins that are left out, are seen.
func TestLastGoodOfRodsSeesMutants(t *testing.T) {
	seesMutants(t, []mutant{
		{"keep_rods.comp", "|| status[0].firstPass != never || status[0].runawayStep != never", ""},
		{"keep_rods.comp", "vec4(spinOf(k), 0.0)", "vec4(0.0)"},
	}, 1e-9, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
		off, _ := keptApart(t, ctx, Options{Shaders: files})
		return off, off
	})
}
