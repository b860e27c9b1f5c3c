package gpu

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// Each barrier between the passes of a step names texels where the pass behind it
// fetches them: after spring-force where forces are texels, and after what moves
// masses. A renderer on the CPU keeps everything in order by itself, so that no
// result shows what is missing.
func TestBarriersOfAStepNameTexels(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits, ctx.Watch = whole, nil }()
	for _, integrator := range model.Integrators() {
		for _, pipeline := range []string{options.TwoPass, options.Fused} {
			for _, block := range []int64{whole.StorageBlockBytes, 16_384} {
				p := gputest.PerturbedParams()
				p.Integrator = integrator
				ctx.Limits.StorageBlockBytes = block
				e := must.Get(New(ctx, gputest.Grid(6, 6, 60), p, Options{Pipeline: pipeline}))(t)
				texels := e.plan.division != nil || e.plan.fused != nil
				if block < whole.StorageBlockBytes && e.plan.division == nil {
					t.Fatalf("%s: not divided", pipeline)
				}
				barriers := 0
				ctx.Watch = func(consumer glx.Access) {
					barriers++
					if texels && consumer&glx.ByTexel == 0 {
						t.Errorf("%s %v, blocks of %d bytes: barrier %d of two steps does not name texels: %#x", pipeline, integrator, block, barriers, consumer)
					}
					if consumer&glx.ByShader == 0 {
						t.Errorf("%s %v, blocks of %d bytes: barrier %d of two steps does not name storage: %#x", pipeline, integrator, block, barriers, consumer)
					}
				}
				must.Do(t, e.Step(2))
				ctx.Watch = nil
				if least := 2 * len(e.stepPasses()); barriers < least-1 {
					t.Errorf("%s %v: %d barriers for two steps of %d passes", pipeline, integrator, barriers, least/2)
				}
				e.Close()
				ctx.Limits = whole
			}
		}
	}
}
