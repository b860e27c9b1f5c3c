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
					e := must.Get(makeEngine[float32](s.Model, s.Params, Options{Threads: threads, Kernel: kernel}))(b)
					defer e.Close()
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
