package ensemble_test

import (
	"fmt"
	"testing"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
)

// A member has the same bits in a pack and by itself, with all kernels, measured or not.
func TestLayoutsAgree(t *testing.T) {
	for name, k := range map[string]ensemble.Kind{"walker": ensembletest.Walkers(t), "features": ensembletest.Features()} {
		members := ensembletest.Designs(t, k, 3)
		steps := 200
		if name == "walker" {
			steps = 40
		}
		want := made(t, k, members, cpu.Options{Layout: "interleaved"})
		ensembletest.Step(t, steps, want)
		for _, kernel := range cpu.Kernels() {
			for _, o := range []*metrics.Options{nil, {}} {
				e := made(t, k, members, cpu.Options{Layout: "packed", Kernel: kernel, Metrics: o})
				ensembletest.Step(t, steps, e)
				for i := range members {
					if ensembletest.Sum(t, e, i) != ensembletest.Sum(t, want, i) {
						t.Errorf("%s, %s: member %d by itself has other bits than in a pack", name, kernel, i)
					}
				}
			}
		}
		ensembletest.Step(t, 1, want)
		if e := made(t, k, members, cpu.Options{Layout: "packed"}); ensembletest.Sum(t, e, 0) == ensembletest.Sum(t, want, 0) {
			t.Error("a step changes no bit")
		}
	}
	if _, err := cpu.New(nil, nil, cpu.Options{Layout: "heap"}); err == nil {
		t.Error("a layout that is none passed")
	}
}

// The cost of a step of robots in both layouts; of a packed robot it is the cost of one of another kind.
func BenchmarkLayouts(b *testing.B) {
	for _, body := range []string{"walker", "quadruped", "crawler"} {
		k := ensembletest.KindOf(b, body)
		for _, o := range []*metrics.Options{nil, {Groups: []string{}}} {
			for _, kernel := range cpu.Kernels() {
				if kernel == "go" {
					continue
				}
				for _, layout := range cpu.Layouts() {
					b.Run(fmt.Sprintf("%s/%s/%s/measured=%t", body, layout, kernel, o != nil), func(b *testing.B) {
						const count = 32
						e := made(b, k, ensembletest.Designs(b, k, count), cpu.Options{Threads: 1, Kernel: kernel, Metrics: o, Layout: layout})
						b.ResetTimer()
						from := cpuTime(b)
						for b.Loop() {
							ensembletest.Step(b, 64, e)
						}
						b.ReportMetric(float64(64*count*b.N)/(cpuTime(b)-from)/1e6, "M-robot-steps/CPU-s")
					})
				}
			}
		}
	}
}
