package gpu

import (
	"errors"
	"math"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

func TestTwoRunsAreBitIdentical(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(4, 4000, 16000)
	first := runSteps(t, ctx, m, state, 200)
	second := runSteps(t, ctx, m, state, 200)
	must.Hold(t, slices.Equal(first.Position, second.Position) && slices.Equal(first.Velocity, second.Velocity), "two runs of the same model differ")
}

// The order in which a file lists its springs is not physics.
func TestPermutedSpringsAgree(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(7, 2000, 8000)
	permuted := *m
	permuted.Ends = slices.Clone(m.Ends)
	permuted.RestLength = slices.Clone(m.RestLength)
	permuted.MaterialOf = slices.Clone(m.MaterialOf)
	slices.Reverse(permuted.Ends)
	slices.Reverse(permuted.RestLength)
	slices.Reverse(permuted.MaterialOf)
	a := runSteps(t, ctx, m, state, 20)
	b := runSteps(t, ctx, &permuted, state, 20)
	worst := 0.0
	for i := range a.Position {
		for axis := range 3 {
			worst = max(worst, math.Abs(float64(a.Position[i][axis]-b.Position[i][axis])))
		}
	}
	if worst > 1e-5 { // sums in another order, 20 steps, coordinates up to 1 m
		t.Errorf("positions differ by up to %.2g m, tolerance 1e-5", worst)
	}
}

func TestDeviceCountsItsSteps(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(9, 1000, 3000)
	e := must.Open(New(ctx, m, gputest.PerturbedParams(), Options{}))(t)
	modeltest.StepFrom(t, e, state, 130)
	if steps, err := e.StepsRun(); err != nil || steps != 130 {
		t.Errorf("StepsRun() = %d, %v; want 130", steps, err)
	}
	// A dispatch that ends before the last mass is not counted.
	e.compiled.solver.Order(nil)[0].Groups[0][0]--
	must.Do(t, e.Step(1))
	if steps, err := e.StepsRun(); err == nil {
		t.Errorf("StepsRun() = %d and no error although integrate was cut short", steps)
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	ctx := gltest.New(t)
	m, _ := gputest.Random(10, 100, 300)
	e := must.Open(New(ctx, m, gputest.PerturbedParams(), Options{Timers: true}))(t)
	must.Be(t, memorytest.AllocationsWithin(ctx.Muted, 20, func() { must.Do(t, e.Step(2)) }), 0, "allocations of Step")
}

// Models that do not fit in ranges either are refused: a hub with more springs than a block lists, and
// springs that reach across more positions than can be fetched.
func TestModelTooLargeIsRefusedWithNumbers(t *testing.T) {
	ctx := gltest.New(t)
	hub, _ := gputest.Random(11, 5000, 90000)
	far := gputest.Shuffled(gputest.Grid(20, 20, 12), 1)
	for _, c := range []struct {
		m             *model.Model
		pipeline      string
		block, texels int64
		numbers       []string
	}{
		{hub, options.TwoPass, 32_768, 1 << 27, []string{"springs at a range of 64 masses", "allowed 32768", "GL_MAX_SHADER_STORAGE_BLOCK_SIZE", options.Fused}},
		{hub, options.Fused, 32_768, 6_000, []string{"springs at a range of 64 masses", "allowed 6000", "GL_MAX_TEXTURE_BUFFER_SIZE", options.TwoPass}},
		{far, options.TwoPass, 32_768, 4_000, []string{"4800 masses", "reach over 4800 positions", "allowed 4000", "GL_MAX_TEXTURE_BUFFER_SIZE", "rows"}},
		{far, options.TwoPass, 500, 1 << 27, []string{"masses are", "64 needs 1024 bytes", "allowed 500"}},
	} {
		ctx.Limits.StorageBlockBytes, ctx.Limits.Texels = c.block, c.texels
		_, err := New(ctx, c.m, gputest.PerturbedParams(), Options{Pipeline: c.pipeline})
		if !errors.Is(err, limits.ErrTooLarge) {
			t.Fatalf("%s %s: New returned %v, want glx.ErrTooLarge", c.m.Name, c.pipeline, err)
		}
		for _, number := range c.numbers {
			if !contains(err.Error(), number) {
				t.Errorf("the error does not say %q:\n%v", number, err)
			}
		}
	}
}

func runSteps(t *testing.T, ctx *glx.Context, m *model.Model, s *model.State, steps int) model.Snapshot {
	t.Helper()
	p := gputest.PerturbedParams()
	p.DT = 1e-5
	e := must.Get(New(ctx, m, p, Options{}))(t)
	defer e.Close()
	modeltest.StepFrom(t, e, s, steps)
	must.Do(t, e.Finish())
	return modeltest.Snapshot(t, e)
}
