package ensemble_test

import (
	"math"
	"testing"

	cpu "hooke/cpu/ensemble"
	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
)

func made(t testing.TB, k ensemble.Kind, members []ensemble.Member, o cpu.Options) *cpu.Engine {
	t.Helper()
	e, err := cpu.New([]ensemble.Kind{k}, members, o)
	must.Do(t, err)
	return e
}

// Tolerances of E2: float32 against float64 over 100 steps, as shares of the motion. The
// contract allows 1e-3 and 3e-4; members have some 5e-6, and k off by 1 % makes 1e-4 and more.
const (
	mostError = 3e-5
	rmsError  = 1e-5
)

// E2: members of random values are those of the reference.
func TestAgainstReference(t *testing.T) {
	for name, k := range map[string]ensemble.Kind{"walker": ensembletest.Walkers(t), "features": ensembletest.Features()} {
		members := ensembletest.Designs(t, k, 8)
		want, err := reference.New([]ensemble.Kind{k}, members, reference.Options{})
		must.Do(t, err)
		got := made(t, k, members, cpu.Options{})
		stiffer := made(t, k, ensembletest.OffByOnePercent(k, members), cpu.Options{})
		var starts []*model.Snapshot
		for i := range members {
			starts = append(starts, ensembletest.Read(t, got, i))
		}
		ensembletest.Step(t, 100, want, got, stiffer)
		for i := range members {
			s := ensembletest.Read(t, got, i)
			if w := want.State(i); s.Step != w.Step || math.Abs(s.Time-w.Time) > 1e-12 {
				t.Errorf("%s: member %d is at step %d, %g s; the reference at %d, %g s", name, i, s.Step, s.Time, w.Step, w.Time)
			}
			most, rms := ensembletest.ErrorsOf(starts[i], s, want, i)
			t.Logf("%s: member %d: errors %.2g and %.2g", name, i, most, rms)
			if !(most <= mostError && rms <= rmsError) {
				t.Errorf("%s: member %d: errors are %.3g of the motion, RMS %.3g", name, i, most, rms)
			}
			// The controls: the values of another member, and k off by 1 %, are seen.
			if next, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, got, (i+1)%len(members)), want, i); next <= mostError {
				t.Errorf("%s: member %d would pass with the values of the next one: %.3g", name, i, next)
			}
			if off, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, stiffer, i), want, i); off <= mostError {
				t.Errorf("%s: member %d would pass with k off by 1 %%: %.3g", name, i, off)
			}
		}
	}
}
