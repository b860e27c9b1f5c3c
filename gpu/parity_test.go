package gpu

import (
	"fmt"
	"io/fs"
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// parityTolerance bounds max|got − ref| / max|ref| of a pass. float32 carries
// 2^-24 relative; a force is k (L − L0) with a strain of up to 10 % of L, which
// loses one digit, and a hub sums a few hundred of them.
const parityTolerance = 2e-5

// sizes lie below, at and above multiples of the work group, with and without
// springs.
var sizes = []struct{ masses, springs int }{
	{1, 0}, {3, 1}, {255, 255}, {256, 256}, {257, 1025}, {5000, 20000},
}

func TestSpringForceMatchesReference(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%d masses %d springs", size.masses, size.springs), func(t *testing.T) {
			ctx := gltest.New(t)
			m, state := gputest.Random(1, size.masses, size.springs)
			if worst := forceError(t, ctx, m, state, Options{}); !(worst <= parityTolerance) {
				t.Errorf("largest error %.2g of the largest force, tolerance %.2g", worst, parityTolerance)
			}
		})
	}
}

// A model without dampers gets the variant that reads no velocities.
func TestUndampedVariantMatchesReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(13, 2000, 8000)
	must.Be(t, settings.Variant(m, model.Params{}, options.Single)[1].Value, "1", "a model with dampers gets DAMPING")
	for i := range m.Materials {
		m.Materials[i].Damping = 0
	}
	must.Be(t, settings.Variant(m, model.Params{}, options.Single)[1].Value, "0", "a model without dampers gets DAMPING")
	if worst := forceError(t, ctx, m, state, Options{}); !(worst <= parityTolerance) {
		t.Errorf("largest error %.2g of the largest force, tolerance %.2g", worst, parityTolerance)
	}
}

// The largest change hides the small ones: stiff springs and contacts move a
// mass a thousand times more in a step than gravity does. So the pass runs a
// second time with gravity and drag alone.
func TestIntegrateMatchesReference(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%d masses %d springs", size.masses, size.springs), func(t *testing.T) {
			ctx := gltest.New(t)
			m, state := gputest.Random(2, size.masses, size.springs)
			all := gputest.PerturbedParams()
			forces32, forces := roundedForces(m, state)
			checkIntegrate(t, ctx, m, all, state, forces32, forces)

			gentle, quiet := all, state.Clone()
			gentle.Contacts = nil
			clear(quiet.Velocity)
			clear(forces32)
			clear(forces)
			checkIntegrate(t, ctx, m, gentle, quiet, forces32, forces)
		})
	}
}

// checkIntegrate runs integrate once from a state and given spring forces, the
// same numbers in float32 and float64, and compares with the reference.
func checkIntegrate(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, state *model.State, forces32 [][3]float32, forces []model.Vec3) {
	t.Helper()
	e := must.Get(New(ctx, m, p, Options{}))(t)
	defer e.Close()
	must.Do(t, e.Reset(state))
	must.Do(t, e.WriteForces(forces32))
	must.Do(t, e.RunPass("integrate"))
	got := modeltest.Snapshot(t, e)

	want := state.Clone()
	cpuref.Integrate(want.Position, want.Velocity, m, p, forces, nil, make([]model.Vec3, m.MassCount()))
	if worst := changeError(state.Velocity, want.Velocity, got.Velocity); !(worst <= parityTolerance) {
		t.Errorf("velocity: largest error %.2g of the largest change, tolerance %.2g", worst, parityTolerance)
	}
	if worst := relativeError(want.Position, got.Position); !(worst <= 1e-6) {
		t.Errorf("position: largest error %.2g, tolerance 1e-6 (rounding of float32)", worst)
	}
}

// One step at the tolerance that every engine must meet, max|Δv − Δv_ref| ≤
// 1e-4 max|Δv_ref|; four steps at ten times it.
func TestStepsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(3, 3000, 12000)
	p := gputest.PerturbedParams()
	e := must.Open(New(ctx, m, p, Options{}))(t)
	ref := must.Get(cpuref.New(m, p))(t)
	for _, run := range []struct {
		steps     int
		tolerance float64
	}{{1, 1e-4}, {4, 1e-3}} {
		must.Do(t, e.Reset(state))
		must.Do(t, ref.Reset(state))
		must.Do(t, e.Step(run.steps))
		must.Do(t, ref.Step(run.steps))
		must.Do(t, e.Finish())
		got := modeltest.Snapshot(t, e)
		if worst := changeError(state.Velocity, ref.State().Velocity, got.Velocity); !(worst <= run.tolerance) {
			t.Errorf("%d steps: largest error %.2g of the largest velocity change, tolerance %g", run.steps, worst, run.tolerance)
		}
	}
}

func roundedForces(m *model.Model, s *model.State) ([][3]float32, []model.Vec3) {
	forces := make([]model.Vec3, m.SpringCount())
	cpuref.SpringForces(forces, m, coefficients(m, gputest.PerturbedParams()), nil, s.Position, s.Velocity)
	rounded := make([][3]float32, len(forces))
	for i := range forces {
		for axis := range 3 {
			rounded[i][axis] = float32(forces[i][axis])
			forces[i][axis] = float64(rounded[i][axis])
		}
	}
	return rounded, forces
}

// relativeError is max|got − want| / max|want|; 0 when both are all zero, NaN
// when any value is.
func relativeError(want []model.Vec3, got [][3]float32) float64 {
	return changeError(make([]model.Vec3, len(want)), want, got)
}

// changeError is max|got − want| / max|want − start|.
func changeError(start, want []model.Vec3, got [][3]float32) float64 {
	var worst, scale float64
	for i := range want {
		for axis := range 3 {
			worst = max(worst, math.Abs(float64(got[i][axis])-want[i][axis])) // max keeps NaN
			scale = max(scale, math.Abs(want[i][axis]-start[i][axis]))
		}
	}
	if worst == 0 {
		return 0
	}
	return worst / scale
}

// agreement compares the states of two programs after the same steps on the device of a test.
func agreement(ctx *glx.Context) gputest.Agreement { return gputest.Agreement{Exact: ctx.Software()} }

// A program that rounds otherwise agrees by the tolerance of hardware, and has other bits. Springs
// that are 1 % stiffer, one spring of 5,000 left out, 1 % more force and no damper are seen by both.
func TestAgreementSeesFaultsAndNoRounding(t *testing.T) {
	ctx := gltest.New(t)
	m := gputest.Grid(9, 8, 7)
	state, p := gputest.Moving(m, 3), gputest.PerturbedParams()
	run := func(m *model.Model, files fs.FS) model.Snapshot {
		return stepsOf(t, ctx, m, state, p, Options{Pipeline: options.Fused, Shaders: files})
	}
	stiffer, without := *m, *m
	stiffer.Materials = slices.Clone(m.Materials)
	stiffer.Materials[1].Stiffness *= 1.01
	without.MaterialOf = slices.Clone(m.MaterialOf)
	without.MaterialOf[len(without.MaterialOf)/2] = 0
	const law, force, damper = "spring_law.glsl", "return f * n;", "f += damperOf(law, rate);"
	want := run(m, nil)
	for _, c := range []struct {
		name     string
		got      model.Snapshot
		hardware bool // agrees there
	}{
		{"an ulp more force", run(m, mutated(t, law, force, "return f * 1.0000001 * n;")), true},
		{"a length an ulp longer", run(m, mutated(t, law, "r.distance = sqrt(dot(r.way, r.way));", "r.distance = sqrt(1.0000002 * dot(r.way, r.way));")), true},
		{"springs 1 % stiffer", run(&stiffer, nil), false},
		{"a spring left out", run(&without, nil), false},
		{"1 % more force", run(m, mutated(t, law, force, "return 1.01 * f * n;")), false},
		{"no damper", run(m, mutated(t, "spring_laws.glsl", damper, "")), false},
	} {
		if fault := (gputest.Agreement{}).Snapshots(state, want, c.got); (fault == "") != c.hardware {
			t.Errorf("%s, by the tolerance of hardware: %q", c.name, fault)
		}
		if fault := (gputest.Agreement{Exact: true}).Snapshots(state, want, c.got); fault == "" {
			t.Errorf("%s: the same bits", c.name)
		}
	}
}
