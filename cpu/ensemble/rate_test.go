package ensemble_test

import (
	"fmt"
	"hooke/ensemble/ensembletest"
	"syscall"
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/metrics"
	"hooke/must"
)

// The cost of a step of a walker with values of its own, measured every 10 steps.
func BenchmarkWalkers(b *testing.B) {
	k := ensembletest.Walkers(b)
	for _, count := range []int{32, 400} {
		for _, kernel := range cpu.Kernels() {
			if kernel == "go" {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", kernel, count), func(b *testing.B) {
				e := made(b, k, ensembletest.Designs(b, k, count), cpu.Options{Threads: 1, Kernel: kernel, Metrics: &metrics.Options{Groups: []string{"bottom"}}})
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

// cpuTime is what the process has used [s].
func cpuTime(b *testing.B) float64 {
	b.Helper()
	var use syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return float64(use.Utime.Nano()+use.Stime.Nano()) / 1e9
}
