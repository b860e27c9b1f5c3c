package ensemble_test

import (
	"fmt"
	"syscall"
	"testing"

	"hooke/control"
	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
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

// cpuTime returns the processor time of the process [s].
func cpuTime(b *testing.B) float64 {
	b.Helper()
	var use syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return float64(use.Utime.Nano()+use.Stime.Nano()) / 1e9
}

// BenchmarkControl is walkers without control, and with a network that drives all muscles every 40 steps; and the presets that have a controller,
// beside the same without it. The ratio of their times is the cost of control.
func BenchmarkControl(b *testing.B) {
	open := ensembletest.Walkers(b)
	open.Free = nil
	closed := open
	closed.Control = &control.Spec{Period: 40, Inputs: []control.Input{{Name: "beat", Of: "actuator[*].frequency", Initial: 2, Min: 1, Max: 4}, {Name: "reach", Of: "actuator[*].amplitude", Initial: 0.1, Min: -0.3, Max: 0.3}},
		Sensors:     []control.Sensor{{What: control.Contact, Masses: []uint32{0, 1, 2, 3}}, {Name: "v", What: control.Velocity}, {Name: "h", What: control.Height}},
		Controllers: []control.Controller{{Kind: control.Network, Sensors: []int{0, 1, 2}, Inputs: []int{0, 1}, Layers: []int{8}, Weights: make([]float64, 6*8+9*2)}}}
	kinds := map[string]ensemble.Kind{"walker/open": open, "walker/network": closed}
	for _, preset := range []string{"crawler", "snake", "quadruped"} {
		k := ensembletest.KindOf(b, preset)
		kinds[preset+"/open"] = k
		k.Control = ensembletest.ControlOf(b, preset)
		kinds[preset+"/closed"] = k
	}
	for _, name := range []string{"walker/open", "walker/network", "crawler/open", "crawler/closed", "snake/open", "snake/closed", "quadruped/open", "quadruped/closed"} {
		b.Run(name, func(b *testing.B) {
			e := made(b, kinds[name], make([]ensemble.Member, 32), cpu.Options{Threads: 1})
			b.ResetTimer()
			from := cpuTime(b)
			for b.Loop() {
				ensembletest.Step(b, 400, e)
			}
			b.ReportMetric((cpuTime(b)-from)/float64(400*32*b.N)*1e9, "CPU-ns/member-step")
		})
	}
}

// BenchmarkSetWeights sets all weights of a network of 16 members, one by one. The time of each is about the same however many there are.
func BenchmarkSetWeights(b *testing.B) {
	for _, layer := range []int{8, 128} {
		k := ensembletest.Features()
		k.Free = nil
		k.Control = &control.Spec{Period: 10, Inputs: []control.Input{{Name: "reach", Of: "actuator[0].amplitude"}}, Sensors: []control.Sensor{{Name: "high", What: control.Height}},
			Controllers: []control.Controller{{Kind: control.Network, Sensors: []int{0}, Inputs: []int{0}, Layers: []int{layer, layer}, Weights: make([]float64, 2*layer+(layer+1)*layer+layer+1)}}}
		count := len(k.Control.Controllers[0].Weights)
		for i := range count {
			k.Free = append(k.Free, ensemble.Field{Path: "controller.weights", Index: i})
		}
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			e := made(b, k, make([]ensemble.Member, 16), cpu.Options{Threads: 1})
			values := make([]float64, 16)
			b.ResetTimer()
			from := cpuTime(b)
			for b.Loop() {
				for f := range count {
					must.Do(b, e.Set(0, f, values))
				}
			}
			b.ReportMetric((cpuTime(b)-from)/float64(count*16*b.N)*1e9, "CPU-ns/value")
		})
	}
}
