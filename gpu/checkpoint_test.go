package gpu

import (
	"os"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A run that continues from a checkpoint has the bits of one that was not interrupted,
// in models that are divided into ranges, too, after an odd number of steps and an
// even one; the last good state is that of the checkpoint until there is a later one. The
// short form has a pipeline for each integrator, and RK4, which has four programs, in single precision.
func TestCheckpointsOfRanges(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	for n, integrator := range model.Integrators() {
		for which, pipeline := range []string{options.TwoPass, options.Fused} {
			if os.Getenv("HOOKE_LONG") == "" && which != n%2 {
				continue
			}
			precision := options.Precisions()[(n+which)%3]
			if !must.Long() && integrator == model.RK4 {
				precision = options.Single
			}
			m, p, start := rangeCase(uint64(n), gputest.Grid(6, 6, 60), integrator)
			if precision != options.Single {
				p = modeltest.InAnyPrecision(p)
			}
			ctx.Limits.StorageBlockBytes = 8192
			o := Options{Pipeline: pipeline, Precision: precision, KeepLastGood: true}
			engine := func() *Engine {
				e := must.Get(New(ctx, m, p, o))(t)
				if e.plan.masses().Number() < 2 {
					t.Fatalf("%s %v: the model is not divided", pipeline, precision)
				}
				return e
			}
			for _, before := range []int{3, 4}[:must.Sized(2-min(n, 1), 2)] {
				first := engine()
				modeltest.StepFrom(t, first, start, before)
				var saved model.Checkpoint
				must.Do(t, first.Save(&saved))
				at := modeltest.Snapshot(t, first)
				must.Do(t, first.Step(4))
				want := checkpointed(t, first)

				second := engine()
				must.Do(t, second.Reset(start))
				must.Do(t, second.Step(1)) // into the other copy of the state
				must.Do(t, second.Restore(&saved))
				var good model.Snapshot
				must.Do(t, second.LastGood(&good))
				if !slices.Equal(good.Position, at.Position) || !slices.Equal(good.Velocity, at.Velocity) || good.Step != at.Step {
					t.Errorf("%s %v %v: the last good state is not that of the checkpoint after %d steps", pipeline, integrator, precision, before)
				}
				var again model.Checkpoint
				must.Do(t, second.Save(&again))
				for k, words := range saved.Words {
					if !slices.Equal(words.Data, again.Words[k].Data) {
						t.Errorf("%s %v %v: other words of %s than were restored", pipeline, integrator, precision, words.Name)
					}
				}
				must.Do(t, second.Step(4))
				if got := checkpointed(t, second); !slices.Equal(got.state.Position, want.state.Position) || !slices.Equal(got.state.Velocity, want.state.Velocity) ||
					got.state.Step != want.state.Step || got.state.Time != want.state.Time {
					t.Errorf("%s %v %v: other bits than without the interruption after %d steps", pipeline, integrator, precision, before)
				}
				if ran, err := second.StepsRun(); err != nil || ran != 4 {
					t.Errorf("%s %v %v: %d steps ran after the checkpoint, %v; want 4", pipeline, integrator, precision, ran, err)
				}
				first.Close()
				second.Close()
			}
		}
	}
}

func checkpointed(t *testing.T, e *Engine) (r rangeResult) {
	t.Helper()
	must.Do(t, e.Finish())
	must.Do(t, e.ReadState(&r.state))
	return r
}

// Words of masses lie range by range, so that an engine with other ranges, or without
// any, refuses them.
func TestCheckpointsOfOtherRangesAreRefused(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		var engines []*Engine
		var saved []model.Checkpoint
		for _, block := range []int64{whole.StorageBlockBytes, 16_384, 32_768} {
			ctx.Limits = limits.Limits(whole)
			ctx.Limits.StorageBlockBytes = block
			e := must.Open(New(ctx, gputest.Grid(6, 6, 60), gputest.PerturbedParams(), Options{Pipeline: pipeline, Precision: options.Double}))(t)
			var c model.Checkpoint
			must.Do(t, e.Save(&c))
			engines, saved = append(engines, e), append(saved, c)
		}
		for k, e := range engines {
			for n := range saved {
				if err := e.Restore(&saved[n]); (err == nil) != (k == n) {
					t.Errorf("%s: division %d takes a checkpoint of division %d: %v", pipeline, k, n, err)
				}
			}
		}
	}
}

// A checkpoint is of the code of its passes: another comment, or another work group, leaves
// it good, and another rounding does not.
func TestCheckpointsAreOfTheCode(t *testing.T) {
	ctx := gltest.New(t)
	m, p := gputest.Grid(3, 3, 3), gputest.PerturbedParams()
	first := must.Open(New(ctx, m, p, Options{}))(t)
	var saved model.Checkpoint
	must.Do(t, first.Save(&saved))
	for _, c := range []struct {
		name string
		o    Options
		good bool
	}{
		{"another comment", Options{Shaders: mutated(t, "integrate.comp", "gather the forces on each mass", "gather all forces")}, true},
		{"another work group", Options{WorkGroup: 64}, true},
		{"other code", Options{Shaders: mutated(t, "contact_laws.glsl", "stiffness * depth", "stiffness * depth * real(1.0)")}, false},
	} {
		e := must.Open(New(ctx, m, p, c.o))(t)
		if err := e.Restore(&saved); (err == nil) != c.good {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
