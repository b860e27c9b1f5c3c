package cpu

import (
	"fmt"
	"runtime"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/scene"
)

// BenchmarkStep is the rate of whole steps [spring-updates/s]. Run it with
//
//	go test ./cpu -bench Step -benchtime 300x
func BenchmarkStep(b *testing.B) {
	for _, structure := range benchStructures() {
		var s *scene.Scene
		for _, kernel := range Kernels() {
			for threads := 1; threads <= runtime.GOMAXPROCS(0); threads *= 2 {
				b.Run(fmt.Sprintf("%s/%s/threads=%d", structure.name, kernel, threads), func(b *testing.B) {
					if s == nil {
						s = structure.make(b)
					}
					e, err := New(s.Model, s.Params, Options{Threads: threads, Kernel: kernel})
					if err != nil {
						b.Fatal(err)
					}
					defer e.Close()
					if err := e.Reset(s.Start); err != nil {
						b.Fatal(err)
					}
					_ = e.Step(3)
					b.ResetTimer()
					_ = e.Step(b.N)
					b.StopTimer()
					if err := e.Finish(); err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(s.Model.SpringCount())*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gsprings/s")
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
	for _, name := range []string{"cloth", "rope", "lattice"} {
		all = append(all, benchStructure{name, func(b *testing.B) *scene.Scene { return preset(b, name, 1_000_000) }})
	}
	return append(all,
		benchStructure{"shuffled", func(b *testing.B) *scene.Scene {
			s := canonScene(b, 43)
			s.Model, _ = shuffle(s.Model, 1)
			s.Start = s.Model.Start()
			return s
		}},
		benchStructure{"network", func(b *testing.B) *scene.Scene {
			m := nearNetwork(80_000, 1)
			return &scene.Scene{Model: m, Params: model.Params{DT: 1e-5}, Start: m.Start()}
		}})
}

func canonScene(b *testing.B, n int) *scene.Scene {
	m, start, err := mesh.Canon(n)
	if err != nil {
		b.Fatal(err)
	}
	return &scene.Scene{Model: m, Params: model.Params{DT: mesh.CanonStep}, Start: start}
}
