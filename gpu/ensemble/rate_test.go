package ensemble_test

import (
	"fmt"
	"slices"
	"syscall"
	"testing"

	"hooke/control/metrics"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// userTime returns the processor time of the process so far [s].
func userTime(b *testing.B) float64 {
	var usage syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Sec) + float64(usage.Utime.Usec)/1e6
}

// The cost of collisions of members, as a ratio of user times with and without them, step by step in turn
// (median): of walkers, which hardly touch themselves, and of boxes that lie on each other.
func BenchmarkCollisions(b *testing.B) {
	for _, preset := range []string{"walker", "boxes"} {
		k := ensembletest.KindOf(b, preset)
		own := *k.Model
		radius, c, err := physics.NewCollision(&own, physics.CollisionOptions{})
		must.Do(b, err)
		own.Radius = radius
		k.Model, k.Params.Collision, k.Params.DT = &own, model.Collision{}, k.Params.DT/2
		with := func(friction float64) ensemble.Kind {
			with := k
			with.Params.Collision = c
			with.Params.Collision.Bodies = slices.Clone(c.Bodies)
			for i := range c.Bodies {
				with.Params.Collision.Bodies[i].StaticFriction, with.Params.Collision.Bodies[i].KineticFriction = friction, friction
			}
			return with
		}
		for _, pipeline := range gpu.Pipelines() {
			b.Run(preset+"/"+pipeline, func(b *testing.B) {
				ctx := gltest.New(b) // a benchmark has a thread of its own
				var engines []*gpu.Engine
				for _, k := range []ensemble.Kind{k, with(0), with(0.5)} {
					e := made(b, ctx, k, make([]ensemble.Member, 32), gpu.Options{Pipeline: pipeline})
					stepAll(b, 20, e)
					engines = append(engines, e)
				}
				var ratios [2][]float64
				for b.Loop() {
					var times []float64
					for _, e := range engines {
						begin := userTime(b)
						stepAll(b, 100, e)
						times = append(times, userTime(b)-begin)
					}
					ratios[0], ratios[1] = append(ratios[0], times[1]/times[0]), append(ratios[1], times[2]/times[0])
				}
				for i, what := range []string{"times-with-pushes", "times-with-friction"} {
					slices.Sort(ratios[i])
					b.ReportMetric(ratios[i][len(ratios[i])/2], what)
				}
			})
		}
	}
}

// The cost of controlled walkers that are stepped together, as a share of the user time of those with engines
// of their own, and of those without a loop, period by period in turn (median).
func BenchmarkControl(b *testing.B) {
	k := ensembletest.Steered(b)
	for _, pipeline := range gpu.Pipelines() {
		b.Run(pipeline, func(b *testing.B) {
			ctx := gltest.New(b) // a benchmark has a thread of its own
			members := ensembletest.Minds(b, k, 256)
			open := k
			open.Control, open.Free = nil, nil
			engines := []*gpu.Engine{made(b, ctx, k, members, gpu.Options{Pipeline: pipeline}), made(b, ctx, k, members, gpu.Options{Lone: true}),
				made(b, ctx, open, make([]ensemble.Member, 256), gpu.Options{Pipeline: pipeline})}
			stepAll(b, 20, engines...)
			var ratios, loops []float64
			sum := 0.
			for b.Loop() {
				var times [3]float64
				for i, e := range engines {
					begin := userTime(b)
					stepAll(b, 100, e)
					must.Do(b, e.Finish())
					times[i] = userTime(b) - begin
				}
				sum, ratios, loops = sum+times[0], append(ratios, times[0]/times[1]), append(loops, times[0]/times[2])
			}
			slices.Sort(ratios)
			slices.Sort(loops)
			b.ReportMetric(ratios[len(ratios)/2], "of-lone")
			b.ReportMetric(loops[len(loops)/2], "of-open")
			b.ReportMetric(sum/float64(b.N)/100/256*1e6, "user-us/member-step")
		})
	}
}

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
