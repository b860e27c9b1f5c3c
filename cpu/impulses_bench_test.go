package cpu

import (
	"fmt"
	"testing"
	"time"

	"hooke/cpu/cputest"
	"hooke/model"
)

// BenchmarkImpulseSweep has the springs that a sweep of impulses visits in a second, there and
// back, and of explicit steps in turn with it.
func BenchmarkImpulseSweep(b *testing.B) {
	m := cputest.Preset(b, "cloth", 97_000).Model // 128² masses
	for _, threads := range []int{1, 2} {
		p := model.Params{DT: 1. / 60, Substeps: 40, Gravity: model.EarthGravity(), Integrator: model.Impulses}
		explicit := p.SolvedBy(model.SymplecticEuler)
		explicit.DT = 1e-5
		var best [2]float64 // springs a second
		for range 8 {
			for which, of := range []model.Params{p, explicit} {
				e, err := New(m, of, Options{Threads: threads})
				if err != nil {
					b.Fatal(err)
				}
				steps, visits := 2, float64(2*40*m.SpringCount())
				if which == 1 {
					steps, visits = 200, float64(m.SpringCount())
				}
				if err := e.Step(steps); err != nil {
					b.Fatal(err)
				}
				begin := time.Now()
				if err := e.Step(steps); err != nil {
					b.Fatal(err)
				}
				best[which] = max(best[which], visits*float64(steps)/time.Since(begin).Seconds())
				e.Close()
			}
		}
		b.ReportMetric(best[0]/1e6, fmt.Sprintf("Mvisits/s-%d", threads))
		b.ReportMetric(best[1]/1e6, fmt.Sprintf("Mexplicit/s-%d", threads))
		b.ReportMetric(best[0]/best[1], fmt.Sprintf("ratio-%d", threads))
	}
}
