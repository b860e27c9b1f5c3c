package ensemble_test

import (
	"reflect"
	"strings"
	"testing"

	"hooke/control"
	"hooke/lab/ensemble"
	"hooke/must"
)

// steered is the pair with a controller of each kind, and numbers of all names.
func steered(fields ...ensemble.Field) ensemble.Kind {
	k := pair()
	k.Free = fields
	k.Control = &control.Spec{Seconds: 0.01, Latency: 1, Inputs: []control.Input{{Name: "a", Of: "actuator[0].amplitude"}, {Name: "f", Of: "actuator[0].frequency", Initial: 1}, {Name: "p", Of: "actuator[0].phase"}},
		Sensors: []control.Sensor{{Name: "high", What: control.Height, Noise: 0.1, Seed: 7}, {Name: "touch", What: control.Contact, Seed: 7}},
		Controllers: []control.Controller{{Kind: control.Linear, Sensors: []int{0}, Inputs: []int{0}, Gain: []float64{0.1}, Bias: []float64{0.2}},
			{Kind: control.Oscillators, Sensors: []int{0}, Inputs: []int{1, 2}, Frequency: []float64{1, 2}, Amplitude: []float64{1}, Phase: []float64{0, 1}, Coupling: []float64{0, 1, 2, 0}, Offset: []float64{0, 3, 4, 0}, Feedback: []float64{5, 6}, Settle: 3},
			{Kind: control.Network, Sensors: []int{1}, Inputs: []int{0}, Weights: []float64{0.3, 0.4}},
			{Kind: control.Reflex, Sensors: []int{1}, Inputs: []int{1}, Gain: []float64{0.5}, Threshold: 0.5, Hold: 0.1, Refractory: 0.2},
			{Kind: control.PID, Sensors: []int{0, 1}, Inputs: []int{0, 1}, KP: []float64{1, 2}, KI: []float64{3}, KD: []float64{4}, Goal: []float64{5, 6}, Limit: []float64{7}}}}
	return k
}

func settledWith(t *testing.T, k ensemble.Kind) ensemble.Kind {
	t.Helper()
	out := must.Get(ensemble.Settle([]ensemble.Kind{k}, nil))(t)
	return out[0]
}

// Each path of controllers writes its number, the last of its name, and nothing else.
func TestSteered(t *testing.T) {
	cases := map[string]struct {
		last int
		of   func(c []control.Controller) *float64
	}{
		"bias": {0, func(c []control.Controller) *float64 { return &c[0].Bias[0] }}, "gain": {1, func(c []control.Controller) *float64 { return &c[3].Gain[0] }},
		"frequency": {1, func(c []control.Controller) *float64 { return &c[1].Frequency[1] }}, "amplitude": {0, func(c []control.Controller) *float64 { return &c[1].Amplitude[0] }},
		"phase": {1, func(c []control.Controller) *float64 { return &c[1].Phase[1] }}, "coupling": {3, func(c []control.Controller) *float64 { return &c[1].Coupling[3] }},
		"offset": {2, func(c []control.Controller) *float64 { return &c[1].Offset[2] }}, "feedback": {1, func(c []control.Controller) *float64 { return &c[1].Feedback[1] }},
		"weights": {1, func(c []control.Controller) *float64 { return &c[2].Weights[1] }}, "settle": {0, func(c []control.Controller) *float64 { return &c[1].Settle }},
		"threshold": {0, func(c []control.Controller) *float64 { return &c[3].Threshold }}, "hold": {0, func(c []control.Controller) *float64 { return &c[3].Hold }},
		"refractory": {0, func(c []control.Controller) *float64 { return &c[3].Refractory }}, "kp": {1, func(c []control.Controller) *float64 { return &c[4].KP[1] }},
		"ki": {0, func(c []control.Controller) *float64 { return &c[4].KI[0] }}, "kd": {0, func(c []control.Controller) *float64 { return &c[4].KD[0] }},
		"goal": {1, func(c []control.Controller) *float64 { return &c[4].Goal[1] }}, "limit": {0, func(c []control.Controller) *float64 { return &c[4].Limit[0] }},
	}
	for _, path := range ensemble.Paths() {
		name, steers := strings.CutPrefix(path, "controller.")
		if !steers {
			continue
		}
		c, ok := cases[name]
		if !ok {
			t.Errorf("%s: no test", path)
			continue
		}
		k, want := settledWith(t, steered(ensemble.Field{Path: path, Index: c.last})), settledWith(t, steered()).Control
		must.Be(t, k.ValuesOf()[0], *c.of(want.Controllers), "%s: the value of the kind", path)
		*c.of(want.Controllers) = 0.75
		if got := k.Steered([]float64{0.75}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
		must.Hold(t, reflect.DeepEqual(k.Control, settledWith(t, steered()).Control), "%s: a member changes the kind", path)
		if m, p := k.Written([]float64{0.75}); !reflect.DeepEqual(m, k.Model) || !reflect.DeepEqual(p, k.Params) {
			t.Errorf("%s: it changes the run", path)
		}
		for _, index := range []int{-1, len(k.Control.Controllers) * 4} {
			if _, err := ensemble.Settle([]ensemble.Kind{steered(ensemble.Field{Path: path, Index: index})}, nil); err == nil || !strings.Contains(err.Error(), "there is no number of controllers named "+name) {
				t.Errorf("%s %d: %v", path, index, err)
			}
		}
	}
	if k := settledWith(t, steered()); k.Control.Period != 10 {
		t.Errorf("a period of 0.01 s has %d steps of 1 ms", k.Control.Period)
	}
	must.Say(t, "a hold of −1 s", settledWithErr(steered(ensemble.Field{Path: "controller.hold"}), -1), "at least 0 s")
	faulty := steered()
	faulty.Control.Controllers[2].Weights = nil
	for what, k := range map[string]ensemble.Kind{"weights has 0 numbers": faulty} {
		must.Say(t, what, must.Err(ensemble.Settle([]ensemble.Kind{k}, nil)), what)
	}
}

func settledWithErr(k ensemble.Kind, values ...float64) error {
	_, err := ensemble.Settle([]ensemble.Kind{k}, []ensemble.Member{{Values: values}})
	return err
}

// Controlled runs that differ in numbers of controllers and in the seed are members of one kind.
func TestDivideControlled(t *testing.T) {
	of := func(change func(s *control.Spec)) ensemble.Divided {
		k := steered()
		change(k.Control)
		return must.Get(ensemble.DivideControlled(k.Model, k.Params, k.Control))(t)
	}
	plain := of(func(*control.Spec) {})
	other := of(func(s *control.Spec) {
		s.Controllers[2].Weights[1], s.Controllers[3].Hold = 9, 8
		s.Sensors[0].Seed, s.Sensors[1].Seed = 5, 5
	})
	if plain.Key != other.Key || plain.Seed != 7 || other.Seed != 5 {
		t.Errorf("two kinds, or seeds %d and %d", plain.Seed, other.Seed)
	}
	if got := settledWith(t, plain.Kind).Steered(other.Values); got.Controllers[2].Weights[1] != 9 || got.Controllers[3].Hold != 8 || got.Sensors[0].Seed != 0 {
		t.Errorf("written it is %+v", got)
	}
	for what, change := range map[string]func(s *control.Spec){
		"a latency": func(s *control.Spec) { s.Latency = 2 }, "noise": func(s *control.Spec) { s.Sensors[1].Noise = 1 }, "a bound": func(s *control.Spec) { s.Inputs[0].Max = 0.5 },
		"a seed of one": func(s *control.Spec) { s.Sensors[1].Seed = 1 }, "no bias": func(s *control.Spec) { s.Controllers[0].Bias = nil },
	} {
		must.Hold(t, of(change).Key != plain.Key, "%s: the same kind", what)
	}
	k := steered()
	must.Hold(t, divided(t, k).Key != plain.Key, "without control: the same kind")
}
