package ensemble_test

import (
	"fmt"
	"testing"

	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
	"hooke/must"
)

// The rate of walkers with values of their own, measured every 10 steps; scripts/gpu-report.sh runs it on graphics
// cards.
func BenchmarkWalkers(b *testing.B) {
	k := ensembletest.Walkers(b)
	for _, count := range []int{32, 400, 4096} {
		members := ensembletest.Designs(b, k, count)
		for _, pipeline := range gpu.Pipelines() {
			for name, o := range map[string]*metrics.Options{"measured": {Groups: []string{"bottom"}}, "plain": nil} {
				b.Run(fmt.Sprintf("%s/%d/%s", pipeline, count, name), func(b *testing.B) {
					ctx := gltest.New(b) // a benchmark has a thread of its own
					e := made(b, ctx, k, members, gpu.Options{Pipeline: pipeline, Metrics: o})
					stepAll(b, 20, e)
					b.ResetTimer()
					for b.Loop() {
						must.Do(b, e.Step(200))
					}
					must.Do(b, e.Finish())
					b.ReportMetric(float64(200*count*b.N)/b.Elapsed().Seconds()/1e6, "M-robot-steps/s")
				})
			}
		}
	}
}
