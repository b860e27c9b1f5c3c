package ensemble_test

import (
	"testing"

	"hooke/control"
	cpu "hooke/cpu/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
)

// BenchmarkControl is walkers without control, and with a network that drives all muscles every 40 steps; and the presets that have a controller,
// beside the same without it. The ratio of their times is what control costs.
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
