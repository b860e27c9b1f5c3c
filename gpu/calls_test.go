package gpu

import (
	"fmt"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// A step makes no more calls of OpenGL than these, with functions of OpenGL 4.4 and without:
// each binding that is there already, and each that the program does not declare, is left out.
func TestCallsOfAStep(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	many := ctx.BindsMany()
	for _, oneByOne := range []bool{false, true} {
		if oneByOne {
			ctx.BindOneByOne()
		} else if !many {
			continue // the driver has no other functions than those of the second turn
		}
		for pipeline, most := range map[string][2]int64{options.Fused: {6, 8}, options.TwoPass: {8, 10}} {
			p := gputest.PerturbedParams()
			e := must.Get(New(ctx, gputest.Grid(6, 6, 6), p, Options{Pipeline: pipeline}))(t)
			must.Do(t, e.Step(2))
			must.Do(t, e.Finish())
			const steps = 32
			calls.Reset()
			for range steps {
				e.advance(0)
			}
			by, all := calls.Made()
			name := fmt.Sprintf("%s, one by one %v", pipeline, oneByOne)
			t.Logf("%s: %.2f calls a step: %v", name, float64(all)/steps, by)
			if want := most[map[bool]int{false: 0, true: 1}[oneByOne]]; all > want*steps {
				t.Errorf("%s: %d calls for %d steps, want at most %d a step: %v", name, all, steps, want, by)
			}
			if by["glDispatchCompute"] < steps || by["glMemoryBarrier"] < steps {
				t.Errorf("%s: %v: the calls of %d steps are not all counted", name, by, steps)
			}
			e.Close()
		}
	}
}

// How a context binds changes no bit, in a model of one range and in one of several.
func TestCallsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	if !ctx.BindsMany() {
		t.Logf("%s binds one by one alone", ctx.Renderer)
	}
	whole := ctx.Limits
	var want []model.Snapshot
	for _, oneByOne := range []bool{false, true} {
		if oneByOne {
			ctx.BindOneByOne()
		}
		at := 0
		for _, pipeline := range options.Pipelines() {
			for _, block := range []int64{whole.StorageBlockBytes, 16_384} {
				m := gputest.Grid(6, 6, 60)
				ctx.Limits.StorageBlockBytes = block
				e, err := New(ctx, m, gputest.PerturbedParams(), Options{Pipeline: pipeline, KeepLastGood: true})
				ctx.Limits = whole
				must.Do(t, err)
				if block < whole.StorageBlockBytes && e.plan.division == nil {
					t.Fatalf("%s: not divided", pipeline)
				}
				must.Do(t, e.Reset(gputest.Moving(m, 3)))
				must.Do(t, e.Step(21))
				var got model.Snapshot
				must.Do(t, e.Read(&got))
				e.Close()
				if !oneByOne {
					want = append(want, got)
				} else if !slices.Equal(got.Position, want[at].Position) || !slices.Equal(got.Velocity, want[at].Velocity) {
					t.Errorf("%s, blocks of %d bytes: other bits where bindings are made one by one", pipeline, block)
				}
				at++
			}
		}
	}
}
