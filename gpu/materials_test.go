package gpu

import (
	"fmt"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
	"hooke/shaders"
)

func TestSpringForceOfEveryMaterialMatchesReference(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%d masses %d springs", size.masses, size.springs), func(t *testing.T) {
			m, state := gputest.Tuned(21, size.masses, size.springs)
			worst := forceError(t, gltest.New(t), m, state, Options{})
			t.Logf("largest error %.2g of the largest force of its material", worst)
			must.Hold(t, worst <= parityTolerance, "largest error %.2g of the largest force of its material, tolerance %.2g", worst, parityTolerance)
		})
	}
}

// forceError runs spring-force once and compares it with the reference: the
// largest error as a part of the largest force of the same material, so that
// stiff ones do not hide the others. It is the worst over all materials.
func forceError(t *testing.T, ctx *glx.Context, m *model.Model, state *model.State, o Options) float64 {
	t.Helper()
	e := must.Get(New(ctx, m, gputest.PerturbedParams(), o))(t)
	defer e.Close()
	must.Do(t, e.Reset(state))
	must.Do(t, e.RunPass("spring-force"))
	got := make([][3]float32, m.SpringCount())
	must.Do(t, e.ReadForces(got))
	want := make([]model.Vec3, m.SpringCount())
	cpuref.SpringForces(want, m, coefficients(m, gputest.PerturbedParams()), nil, state.Position, state.Velocity)
	worst := 0.0
	for kind := range m.Materials {
		var wantOf []model.Vec3
		var gotOf [][3]float32
		for s, material := range m.MaterialOf {
			if int(material) == kind {
				wantOf, gotOf = append(wantOf, want[s]), append(gotOf, got[s])
			}
		}
		worst = max(worst, relativeError(wantOf, gotOf)) // max keeps NaN
	}
	return worst
}

// Whole steps of a model of every material; the tolerances of
// TestStepsMatchReference.
func TestStepsOfEveryMaterialMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Tuned(22, 3000, 12000)
	e := must.Open(New(ctx, m, gputest.PerturbedParams(), Options{}))(t)
	ref := must.Get(cpuref.New(m, gputest.PerturbedParams()))(t)
	for _, run := range []struct {
		steps     int
		tolerance float64
	}{{1, 1e-4}, {4, 1e-3}} {
		must.Do(t, e.Reset(state))
		must.Do(t, ref.Reset(state))
		must.Do(t, e.Step(run.steps))
		must.Do(t, ref.Step(run.steps))
		got := modeltest.Snapshot(t, e)
		worst := changeError(state.Velocity, ref.State().Velocity, got.Velocity)
		t.Logf("%d steps: largest error %.2g of the largest velocity change", run.steps, worst)
		if !(worst <= run.tolerance) {
			t.Errorf("%d steps: largest error %.2g of the largest velocity change, tolerance %g", run.steps, worst, run.tolerance)
		}
	}
}

// Negative controls: shaders that are wrong in one way each are seen.
func TestWrongMaterialShadersAreSeen(t *testing.T) {
	const law, own = "spring_laws.glsl", "springs.glsl"
	m, state := gputest.Tuned(23, 500, 2000)
	for _, c := range []struct{ name, file, old, new string }{
		{"cables push", law, "#if TENSION", "#if 0"},
		{"dampers of cables push", law, "f = max(real(0.0), f);", ""},
		{"slack cables pull", law, "if (stretch > real(0.0)) {", "if (true) {"},
		{"every spring a cable", own, "(material[record].flags & TENSION_ONLY) != 0u", "true"},
		{"no coefficients", own, "#if COEFFICIENTS", "#if 0"},
		{"no stiffness per spring", own, "takeNumbers(law, record);", "takeNumbers(law, record);\n\tlaw.stiffness = real(material[materialOf(s)].even);"},
		{"no damping per spring", own, "takeNumbers(law, record);", "takeNumbers(law, record);\n\tlaw.damping = real(material[materialOf(s)].odd);"},
		{"coefficients of the next spring", own, "params.paletteCount + LAW_RECORDS * (s - FIRST)", "params.paletteCount + LAW_RECORDS * (s - FIRST) + 1u"},
	} {
		t.Run(c.name, func(t *testing.T) {
			worst := forceError(t, gltest.New(t), m, state, Options{Shaders: mutated(t, c.file, c.old, c.new)})
			must.Hold(t, worst >= 10*parityTolerance, "error %.2g: the comparison does not see it", worst)
		})
	}
}

// run steps a model from a state and reads it back.
func run(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, start *model.State, steps int) model.Snapshot {
	t.Helper()
	e := must.Get(New(ctx, m, p, Options{}))(t)
	defer e.Close()
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	return modeltest.Snapshot(t, e)
}

// A model in SI units has no buffer of coefficients, and one with them 8 bytes
// a spring.
func TestCoefficientsTakeMemoryOnlyWhenNeeded(t *testing.T) {
	plain, _ := gputest.Random(25, 100, 300)
	tuned, _ := gputest.Tuned(25, 100, 300)
	for m, want := range map[*model.Model]int64{plain: 0, tuned: 8 * 300} {
		for _, size := range ranges.Sizes(CountsOf(m, model.Params{}, Options{})) {
			if size.Name == "Coefficients" && size.Bytes != want {
				t.Errorf("%d bytes of coefficients, want %d", size.Bytes, want)
			}
		}
	}
	if count := storageBlocks(t); count > 8 {
		t.Errorf("spring-force declares %d storage blocks; the specification promises 8", count)
	}
}

// storageBlocks counts the blocks that spring_force.comp declares at most.
func storageBlocks(t *testing.T) int {
	text := readShader(t, shaders.Files(), "spring_force.comp")
	count := 0
	for i := 0; i+9 <= len(text); i++ {
		if text[i:i+9] == "\nSTORAGE_" {
			count++
		}
	}
	return count
}

// Springs between pinned masses exert nothing, in any vocabulary.
func TestPinnedSpringsExertNothing(t *testing.T) {
	ctx := gltest.New(t)
	for _, material := range []model.Material{{Stiffness: 5}, {AxialRigidity: 5}, {Frequency: 5, DampingRatio: 1},
		{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}} {
		e := must.Get(New(ctx, modeltest.Lever(material, model.PinAll, model.PinAll), model.Params{}, Options{}))(t)
		must.Do(t, e.RunPass("spring-force"))
		force := make([][3]float32, 1)
		must.Do(t, e.ReadForces(force))
		energy := must.Get(e.Energy())(t)
		must.Hold(t, force[0] == [3]float32{} && energy.Total() == 0, "%v: force %v, energy %+v", material, force[0], energy)
		e.Close()
	}
}
