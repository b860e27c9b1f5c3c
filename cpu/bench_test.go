package cpu

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"hooke/cpu/cputest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// batch is the steps that are timed together.
const batch = 10

// BenchmarkStep is the rate of whole steps [10⁹ spring-updates/s], that of the
// fastest batch, since other programs disturb the rest. Run it with
//
//	go test ./cpu -run xx -bench Step -benchtime 300x
func BenchmarkStep(b *testing.B) {
	for _, structure := range benchStructures() {
		var s *scene.Scene
		for _, kernel := range Kernels(model.Single) {
			for threads := 1; threads <= runtime.GOMAXPROCS(0); threads *= 2 {
				b.Run(fmt.Sprintf("%s/%s/threads=%d", structure.name, kernel, threads), func(b *testing.B) {
					if s == nil {
						s = structure.make(b)
					}
					e := must.Open(makeEngine[float32](s.Model, s.Params, Options{Threads: threads, Kernel: kernel}))(b)
					must.Do(b, e.Reset(s.Start))
					_ = e.Step(3)
					b.ResetTimer()
					best := 0.0
					for done := 0; done < b.N; done += batch {
						begin := time.Now()
						_ = e.Step(batch)
						best = max(best, batch/time.Since(begin).Seconds())
					}
					b.StopTimer()
					must.Do(b, e.Finish())
					b.ReportMetric(best*float64(s.Model.SpringCount())/1e9, "Gsprings/s")
					b.ReportMetric(float64(e.table.Bytes())/float64(s.Model.SpringCount()), "tableB/spring")
					b.ReportMetric(float64(e.table.Regular)/float64(max(1, e.table.Regular+e.table.Irregular)), "regular")
				})
			}
		}
	}
}

type benchStructure struct {
	name string
	make func(b *testing.B) *scene.Scene
}

func benchStructures() []benchStructure {
	canon := func(n int) benchStructure {
		return benchStructure{fmt.Sprintf("canon%d", n), func(b *testing.B) *scene.Scene { return canonScene(b, n) }}
	}
	all := []benchStructure{canon(17), canon(43), canon(92)}
	for _, name := range []string{"cloth", "rope", "lattice", "spot"} {
		all = append(all, benchStructure{name, func(b *testing.B) *scene.Scene { return cputest.Preset(b, name, 1_000_000) }})
	}
	return append(all,
		benchStructure{"shuffled", func(b *testing.B) *scene.Scene {
			s := canonScene(b, 43)
			s.Model, _ = cputest.Shuffled(s.Model, 1)
			s.Start = s.Model.Start()
			return s
		}},
		benchStructure{"network", func(b *testing.B) *scene.Scene {
			m := cputest.NearNetwork(80_000, 1)
			return &scene.Scene{Model: m, Params: model.Params{DT: 1e-5}, Start: m.Start()}
		}})
}

func canonScene(b *testing.B, n int) *scene.Scene {
	m, start, err := build.Canon(n)
	must.Do(b, err)
	return &scene.Scene{Model: m, Params: model.Params{DT: build.CanonStep}, Start: start}
}

// BenchmarkPrecisions is the rate of steps in other precisions for that of single, as
// BenchmarkRates measures it. Run it with
//
//	go test ./cpu -run xx -bench Precisions -benchtime 400x
func BenchmarkPrecisions(b *testing.B) {
	canon := canonScene(b, 43)
	springs := int64(canon.Model.SpringCount())
	network := &scene.Scene{Model: cputest.NearNetwork(80000, 3), Params: model.Params{DT: 1e-5}}
	network.Start = network.Model.Start()
	cloth := cputest.Preset(b, "cloth", springs)
	blown := *cloth
	blown.Params = cloth.Params.Clone()
	blown.Params.Wind = model.Wind{Velocity: model.Vec3{2, 1, 0}, Drag: 1, Lift: 0.5}
	for _, c := range []struct {
		name       string
		scene      *scene.Scene
		integrator model.Integrator
	}{
		{"canon", canon, model.SymplecticEuler}, {"canon-verlet", canon, model.VelocityVerlet}, {"canon-rk4", canon, model.RK4},
		{"lattice", cputest.Preset(b, "lattice", springs), model.SymplecticEuler}, {"cloth", cloth, model.SymplecticEuler}, {"cloth-wind", &blown, model.SymplecticEuler},
		{"rope", cputest.Preset(b, "rope", springs/2), model.SymplecticEuler}, {"network", network, model.SymplecticEuler},
	} {
		for _, precision := range []model.Precision{model.Double} {
			b.Run(fmt.Sprintf("%s/%v", c.name, precision), func(b *testing.B) {
				p := c.scene.Params.Clone()
				p.Integrator = c.integrator
				run := func(precision model.Precision) func() time.Duration {
					e := must.Open(New(c.scene.Model, p, Options{Threads: 1, Precision: precision}))(b)
					return func() time.Duration {
						must.Do(b, e.Reset(c.scene.Start))
						_ = e.Step(2)
						return userTime(func() { _ = e.Step(ratedSteps) })
					}
				}
				rated, single := run(precision), run(model.Single)
				b.ResetTimer()
				var ratios []float64
				var each [2][]float64
				for range max(3, b.N/ratedSteps) {
					took, least := rated().Seconds(), single().Seconds()
					ratios, each[0], each[1] = append(ratios, least/took), append(each[0], took), append(each[1], least)
				}
				b.StopTimer()
				perSpring := 1e9 / float64(c.scene.Model.SpringCount()) / ratedSteps
				b.ReportMetric(median(ratios), "ratio")
				b.ReportMetric(perSpring*median(each[0]), "ns/spring")
				b.ReportMetric(perSpring*median(each[1]), "single-ns/spring")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkImpulseSweep has the springs that sweeps of impulses visit in a second, there and back,
// with all that a substep takes, those of explicit steps in turn with it, and their ratio: of the
// best of short stretches, since other programs may run.
func BenchmarkImpulseSweep(b *testing.B) {
	m := cputest.Preset(b, "cloth", 97_000).Model // 128² masses
	for _, threads := range []int{1, 2} {
		const substeps = 10
		p := model.Params{DT: 1. / 240, Substeps: substeps, Gravity: model.EarthGravity(), Integrator: model.Impulses}
		explicit := p.SolvedBy(model.SymplecticEuler)
		explicit.DT = 1e-5
		var engines [2]Engine
		for which, of := range []model.Params{p, explicit} {
			e := must.Open(New(m, of, Options{Threads: threads}))(b)
			engines[which] = e
		}
		var best [2]float64 // springs a second
		for range 100 {
			for which, e := range engines {
				steps, visits := 1, 2*substeps
				if which == 1 {
					steps, visits = 2*substeps, 2*substeps
				}
				begin := time.Now()
				must.Do(b, e.Step(steps))
				best[which] = max(best[which], float64(visits*m.SpringCount())/time.Since(begin).Seconds())
			}
		}
		b.ReportMetric(best[0]/1e6, fmt.Sprintf("Mvisits/s-%d", threads))
		b.ReportMetric(best[1]/1e6, fmt.Sprintf("Mexplicit/s-%d", threads))
		b.ReportMetric(best[0]/best[1], fmt.Sprintf("ratio-%d", threads))
	}
}
