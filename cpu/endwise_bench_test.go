package cpu

import (
	"testing"
	"time"

	"hooke/cpu/cputest"
	"hooke/model"
)

// BenchmarkImplicit steps cloth and lattice by implicit Euler, in single precision on one thread,
// and tells how long a sweep over all masses takes, and its rate as a share of that of explicit
// steps, measured in turn with them.
func BenchmarkImplicit(b *testing.B) {
	const iterations = 20
	for _, name := range []string{"cloth", "lattice"} {
		b.Run(name, func(b *testing.B) {
			s := cputest.Preset(b, name, 100_000)
			s.Model.InArrays()
			p := s.Params
			p.DT = 0
			explicit, err := New(s.Model, p.SolvedBy(model.SymplecticEuler), Options{Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			defer explicit.Close()
			p.DT, p.Substeps, p.Iterations, p.Tolerance = 1./240, 1, iterations, 1e-12
			p.Integrator = model.ImplicitEuler
			implicit, err := New(s.Model, p, Options{Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			defer implicit.Close()
			var took [2]time.Duration
			for range b.N {
				for k, run := range []struct {
					Engine
					steps int
				}{{explicit, 20}, {implicit, 1}} {
					began := time.Now()
					if err := run.Step(run.steps); err != nil {
						b.Fatal(err)
					}
					took[k] += time.Since(began)
				}
			}
			sweeps := float64(b.N) * iterations
			b.ReportMetric(float64(took[1].Nanoseconds())/sweeps/float64(s.Model.SpringCount()), "ns/spring")
			b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "of-explicit")
		})
	}
}
