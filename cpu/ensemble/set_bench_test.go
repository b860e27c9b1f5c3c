package ensemble_test

import (
	"fmt"
	"testing"

	"hooke/control"
	cpu "hooke/cpu/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/must"
)

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
