package model

import (
	"math"
	"strings"
	"testing"
)

// Numbers in the head: a = 0.2, f = 0.5 Hz, so a cycle is 2 s.
func TestWavesAtGivenTimes(t *testing.T) {
	table := Curve{At: []float64{0, 0.5, 0.75}, Value: []float64{-1, 1, 0}}
	for _, c := range []struct {
		wave  Wave
		phase float64
		t     float64
		want  float64
	}{
		{Sine, 0, 0, 0}, {Sine, 0, 0.5, 0.2}, {Sine, 0, 1.5, -0.2}, {Sine, 0, 2.5, 0.2}, {Sine, math.Pi / 2, 0, 0.2},
		{Sine, 0, 1. / 6, 0.1},
		{Square, 0, 0, 0.2}, {Square, 0, 0.99, 0.2}, {Square, 0, 1, -0.2}, {Square, 0, 1.99, -0.2}, {Square, 0, 2, 0.2},
		{Square, math.Pi, 0, -0.2}, {Square, -math.Pi / 2, 0, -0.2},
		{Sawtooth, 0, 0, -0.2}, {Sawtooth, 0, 1, 0}, {Sawtooth, 0, 1.5, 0.1}, {Sawtooth, 0, 2, -0.2}, {Sawtooth, math.Pi, 0, 0},
		{Table, 0, 0, -0.2}, {Table, 0, 0.5, 0}, {Table, 0, 1, 0.2}, {Table, 0, 1.25, 0.1}, {Table, 0, 1.9, 0}, {Table, 0, 2, -0.2},
	} {
		a := Actuator{Wave: c.wave, Amplitude: 0.2, Frequency: 0.5, Phase: c.phase, Table: table}
		// Target rounds a handful of times.
		if got := a.Target(c.t); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v, phase %.3g, at %g s: %g, want %g", c.wave, c.phase, c.t, got, c.want)
		}
	}
	if (Actuator{}).Target(3) != 0 {
		t.Error("the zero actuator moves")
	}
}

func TestEveryFaultOfAnActuatorIsNamed(t *testing.T) {
	nan := math.NaN()
	for want, a := range map[string]Actuator{
		"wave 9 is unknown":                       {Wave: 9},
		"amplitude is 1":                          {Amplitude: 1},
		"amplitude is NaN":                        {Amplitude: nan},
		"frequency is -1 Hz":                      {Frequency: -1},
		"phase is NaN rad":                        {Phase: nan},
		"half-life is -1 s":                       {HalfLife: -1},
		"wave is a table, and its table is empty": {Wave: Table},
		"value 0 of its table is 2":               {Wave: Table, Table: Curve{At: []float64{0}, Value: []float64{2}}},
		"point 1 of its table is at 0,":           {Table: Curve{At: []float64{0, 0}, Value: []float64{0, 0}}},
		"1 points and 0 values":                   {Table: Curve{At: []float64{0}}},
		"must be finite":                          {Table: Curve{At: []float64{0}, Value: []float64{nan}}},
	} {
		err := Params{Actuators: []Actuator{{}, a}}.Validate()
		if err == nil || !strings.Contains(err.Error(), "actuator 1 ()") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	m := pair()
	m.ActuatorOf = []uint16{2}
	if err := (Params{Actuators: []Actuator{{}}}).ValidateFor(m); err == nil || !strings.Contains(err.Error(), "spring 0: actuator 2") {
		t.Errorf("a missing actuator: %v", err)
	}
	if err := (Params{}).ValidateFor(m); err != nil {
		t.Errorf("switched off: %v", err)
	}
}
