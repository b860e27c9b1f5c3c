package engine_test

import (
	"testing"

	"hooke/control"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/gltest"
)

// A loop of waves never finishes the graphics card's work, so that an open run waits as often; one that finishes at each
// boundary waits there. What a loop uploads and reads is counted as transfers, which this does not judge: a loop that senses
// waits for its reads.
func TestWavesDoNotFinish(t *testing.T) {
	gltest.New(t) // or the test is left out
	waits := func(spec *control.Spec, finishes bool) int64 {
		t.Helper()
		s := steered(t)
		e, err := engine.New(engine.GPU, s.Model, s.Params, engine.Options{Start: s.Start, Control: spec, GPU: gpu.Options{Pipeline: "fused"}})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		before, period := e.Device.GL.Waits(), spec.At(s.Params.DT).Period
		for range 10 {
			if err := e.Step(period); err != nil {
				t.Fatal(err)
			}
			if finishes {
				if err := e.Finish(); err != nil {
					t.Fatal(err)
				}
			}
		}
		return e.Device.GL.Waits() - before
	}
	waves := &control.Spec{Seconds: 0.01, Latency: 1, Inputs: []control.Input{{Name: "u", Of: "actuator[0].length", Initial: 1}},
		Controllers: []control.Controller{{Kind: control.Sine, Inputs: []int{0}, Frequency: []float64{2}, Amplitude: []float64{0.1}, Bias: []float64{1}}}}
	open, closed := waits(&control.Spec{Seconds: 0.01}, false), waits(waves, false)
	if closed > open+1 {
		t.Errorf("a loop of waves waits %d times, an open run %d times", closed, open)
	}
	if n := waits(waves, true); n <= open+1 {
		t.Errorf("a loop that finishes at each boundary waits %d times, an open run %d times", n, open)
	}
}
