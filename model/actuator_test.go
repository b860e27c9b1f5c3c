package model

import (
	"math"
	"strings"
	"testing"

	"hooke/spring"
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
		// Without smoothing the rest length is there at once.
		if got := SignalsOf(Params{Actuators: []Actuator{a}}, c.t).RestScale[0]; math.Abs(got-1-c.want) > 1e-15 {
			t.Errorf("%v at %g s: rest length times %g, want %g", c.wave, c.t, got, 1+c.want)
		}
	}
	if (Actuator{}).Target(3) != 0 {
		t.Error("the zero actuator moves")
	}
}

// A smoothed square wave follows the closed form of the critically damped
// spring, however many steps it takes.
func TestSmoothedActuatorIsTheClosedForm(t *testing.T) {
	const flip, halfLife = 1.0, 0.15
	a := Actuator{Wave: Square, Amplitude: 0.2, Frequency: 0.5, HalfLife: halfLife}
	for _, steps := range []int{1, 7, 1000} {
		d := NewDrives(Params{Actuators: []Actuator{a}}, 0)
		d.Advance(flip - 1e-9) // at rest at +a; then the target is −a
		var got Signals
		for n := 1; n <= steps; n++ {
			d.Advance(flip - 1e-9 + 0.4*float64(n)/float64(steps))
		}
		d.At(flip-1e-9+0.4, &got)
		y := 2 * math.Ln2 / halfLife // half of the damping 4 ln2/h
		want := 1 - 0.2 + 0.4*(1+y*0.4)*math.Exp(-y*0.4)
		if math.Abs(got.RestScale[0]-want) > 1e-12 { // a thousand roundings
			t.Errorf("%d steps: %.15g, want %.15g", steps, got.RestScale[0], want)
		}
		if by := spring.Simple(spring.AtRest(0.2), -0.2, halfLife, 0.4).Position; math.Abs(by-want+1) > 1e-14 {
			t.Errorf("package spring: %.15g, want %.15g", 1+by, want)
		}
	}
}

// A smoothed sine hardly depends on the step, and by its square: the goal is
// straight between the ends of a step, off by (2π f dt)²/8 of the amplitude,
// 5e-4 for 0.01 s. The spring after that is exact. A goal held still during the
// step would be off by 0.025.
func TestSmoothedSineIsOfSecondOrder(t *testing.T) {
	const amplitude, end = 0.3, 0.6
	a := Actuator{Wave: Sine, Amplitude: amplitude, Frequency: 1, HalfLife: 0.1}
	run := func(steps int) float64 {
		d := NewDrives(Params{Actuators: []Actuator{a}}, 0)
		for n := 1; n <= steps; n++ {
			d.Advance(end * float64(n) / float64(steps))
		}
		var s Signals
		d.At(end, &s)
		return s.RestScale[0]
	}
	fine := run(6000)
	coarse, half := run(60)-fine, run(120)-fine
	if math.Abs(coarse) > 1e-3*amplitude {
		t.Errorf("dt = 0.01 s is off by %g, allowed 1e-3 of %g", coarse, amplitude)
	}
	// The next term is (2π f dt)² smaller; the fine run is off by 1e-4 of the coarse one.
	if ratio := coarse / half; math.Abs(ratio-4) > 0.01 {
		t.Errorf("half the step is %g times as good, want 4", ratio)
	}

	// Against the equation itself, integrated with the goal where it is.
	y := 2 * math.Ln2 / a.HalfLife
	x, v := a.Target(0), 0.0
	const n = 60000
	for i := range n { // midpoint rule: off by 1e-8
		dt, at := end/n, end*float64(i)/n
		xm, vm := x+v*dt/2, v+dt/2*(y*y*(a.Target(at)-x)-2*y*v)
		x, v = x+dt*vm, v+dt*(y*y*(a.Target(at+dt/2)-xm)-2*y*vm)
	}
	if math.Abs(fine-1-x) > 1e-6*amplitude {
		t.Errorf("dt = 1e-4 s: %.9g, the equation %.9g", fine, 1+x)
	}
}

// Every wave that jumps does so within one step, and between jumps sawtooth and
// table are as smooth as a line.
func TestSmoothedJumpsAreSteps(t *testing.T) {
	const h, dt = 0.15, 0.01
	table := Curve{At: []float64{0, 1}, Value: []float64{-1, 1}} // as the sawtooth
	for _, a := range []Actuator{
		{Wave: Square, Amplitude: 0.2, Frequency: 1, HalfLife: h},
		{Wave: Sawtooth, Amplitude: 0.2, Frequency: 1, HalfLife: h},
		{Wave: Table, Table: table, Amplitude: 0.2, Frequency: 1, HalfLife: h},
	} {
		d := NewDrives(Params{Actuators: []Actuator{a}}, 0.995)
		d.Advance(0.995 + dt)
		want := spring.Simple(spring.AtRest(a.Target(0.995)), a.Target(0.995+dt), h, dt)
		if got := d.smooth[0]; math.Abs(got.Position-want.Position) > 1e-15 || math.Abs(got.Velocity-want.Velocity) > 1e-13 {
			t.Errorf("%v: %v after the jump, want %v", a.Wave, got, want)
		}
		one := NewDrives(Params{Actuators: []Actuator{a}}, 0.1)
		many := NewDrives(Params{Actuators: []Actuator{a}}, 0.1)
		one.Advance(0.4)
		for n := 1; n <= 30; n++ {
			many.Advance(0.1 + dt*float64(n))
		}
		if math.Abs(one.smooth[0].Position-many.smooth[0].Position) > 1e-14 {
			t.Errorf("%v: %.15g in one step, %.15g in thirty", a.Wave, one.smooth[0].Position, many.smooth[0].Position)
		}
	}
}

func TestEveryFaultOfAnActuatorIsNamed(t *testing.T) {
	nan := math.NaN()
	for want, a := range map[string]Actuator{
		"wave 9 is unknown":             {Wave: 9},
		"amplitude is 1":                {Amplitude: 1},
		"amplitude is NaN":              {Amplitude: nan},
		"frequency is -1 Hz":            {Frequency: -1},
		"phase is NaN rad":              {Phase: nan},
		"half-life is -1 s":             {HalfLife: -1},
		"its wave is a table":           {Wave: Table},
		"value 0 of its table is 2":     {Wave: Table, Table: Curve{At: []float64{0}, Value: []float64{2}}},
		"point 1 of its curve is at 0,": {Table: Curve{At: []float64{0, 0}, Value: []float64{0, 0}}},
		"1 points and 0 values":         {Table: Curve{At: []float64{0}}},
		"must be finite":                {Table: Curve{At: []float64{0}, Value: []float64{nan}}},
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
