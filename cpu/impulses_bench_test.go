package cpu

import (
	"fmt"
	"testing"
	"time"

	"hooke/cpu/cputest"
	"hooke/model"
	"hooke/must"
)

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
			e := must.Get(New(m, of, Options{Threads: threads}))(b)
			defer e.Close()
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
