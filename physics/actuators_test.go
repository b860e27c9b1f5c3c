package physics

import (
	"math"
	"os"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
)

// Without smoothing the rest length is at its target at once.
func TestRestLengthsFollowTheirTarget(t *testing.T) {
	table := model.Curve{At: []float64{0, 0.5, 0.75}, Value: []float64{-1, 1, 0}}
	for _, wave := range model.Waves() {
		a := model.Actuator{Wave: wave, Amplitude: 0.2, Frequency: 0.5, Phase: 0.3, Table: table}
		for _, at := range []float64{0, 1. / 6, 0.5, 0.99, 1, 1.25, 1.5, 1.99, 2, 2.5} {
			if got, want := SignalsOf(model.Params{Actuators: []model.Actuator{a}}, at).RestScale[0], 1+a.Target(at); math.Abs(got-want) > 1e-15 {
				t.Errorf("%v at %g s: rest length times %g, want %g", wave, at, got, want)
			}
		}
	}
}

// A smoothed square wave follows the closed form of the critically damped
// spring, however many steps it takes.
func TestSmoothedActuatorIsTheClosedForm(t *testing.T) {
	const flip, halfLife = 1.0, 0.15
	a := model.Actuator{Wave: model.Square, Amplitude: 0.2, Frequency: 0.5, HalfLife: halfLife}
	for _, steps := range []int{1, 7, 1000} {
		d := NewDrives(model.Params{Actuators: []model.Actuator{a}}, 0)
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
	a := model.Actuator{Wave: model.Sine, Amplitude: amplitude, Frequency: 1, HalfLife: 0.1}
	run := func(steps int) float64 {
		d := NewDrives(model.Params{Actuators: []model.Actuator{a}}, 0)
		for n := 1; n <= steps; n++ {
			d.Advance(end * float64(n) / float64(steps))
		}
		var s Signals
		d.At(end, &s)
		return s.RestScale[0]
	}
	fine := run(6000)
	coarse, half := run(60)-fine, run(120)-fine
	must.Hold(t, math.Abs(coarse) <= 1e-3*amplitude, "dt = 0.01 s is off by %g, allowed 1e-3 of %g", coarse, amplitude)
	// The next term is (2π f dt)² smaller; the fine run is off by 1e-4 of the coarse one.
	must.Near(t, coarse/half, 4, 0.01, "half the step is times as good")

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
	table := model.Curve{At: []float64{0, 1}, Value: []float64{-1, 1}} // as the sawtooth
	for _, a := range []model.Actuator{
		{Wave: model.Square, Amplitude: 0.2, Frequency: 1, HalfLife: h},
		{Wave: model.Sawtooth, Amplitude: 0.2, Frequency: 1, HalfLife: h},
		{Wave: model.Table, Table: table, Amplitude: 0.2, Frequency: 1, HalfLife: h},
	} {
		d := NewDrives(model.Params{Actuators: []model.Actuator{a}}, 0.995)
		d.Advance(0.995 + dt)
		want := spring.Simple(spring.AtRest(a.Target(0.995)), a.Target(0.995+dt), h, dt)
		if got := d.smooth[0]; math.Abs(got.Position-want.Position) > 1e-15 || math.Abs(got.Velocity-want.Velocity) > 1e-13 {
			t.Errorf("%v: %v after the jump, want %v", a.Wave, got, want)
		}
		one := NewDrives(model.Params{Actuators: []model.Actuator{a}}, 0.1)
		many := NewDrives(model.Params{Actuators: []model.Actuator{a}}, 0.1)
		one.Advance(0.4)
		for n := 1; n <= 30; n++ {
			many.Advance(0.1 + dt*float64(n))
		}
		if math.Abs(one.smooth[0].Position-many.smooth[0].Position) > 1e-14 {
			t.Errorf("%v: %.15g in one step, %.15g in thirty", a.Wave, one.smooth[0].Position, many.smooth[0].Position)
		}
	}
}

// Drives asked for the same time twice do not move: else the last bit of a run
// would depend on the parts in which it was asked for.
func TestDrivesDoNotDependOnParts(t *testing.T) {
	p := model.Params{Actuators: []model.Actuator{{Amplitude: 0.3, Frequency: 3, HalfLife: 0.05}}}
	once, often := NewDrives(p, 0), NewDrives(p, 0)
	for step := range 1000 {
		at := float64(step) * 1e-3
		once.Advance(at)
		for range 3 {
			often.Advance(at)
		}
		if once.State().Smooth[0] != often.State().Smooth[0] {
			t.Fatalf("step %d: %v, in parts %v", step, once.State().Smooth[0], often.State().Smooth[0])
		}
	}
	taken := NewDrives(p, 7)
	taken.SetState(once.State())
	once.Advance(2)
	taken.Advance(2)
	must.Hold(t, once.State().Smooth[0] == taken.State().Smooth[0], "drives that took up the state of others go on differently")
}

// Signals have all that changes with time, of every kind.
func TestSignalsOfLoads(t *testing.T) {
	ramp := model.Curve{At: []float64{0, 2}, Value: []float64{0, 1}}
	p := model.Params{Forces: []model.Force{{}, {Table: ramp}}, Motors: []model.Motor{{Axis: model.Vec3{1, 0, 0}, Speed: 6, Table: ramp}},
		Wind: model.Wind{Velocity: model.Vec3{1, 2, 3}, Drag: 1}, Guides: []model.Guide{{Direction: model.Vec3{1, 0, 0}}, {Kind: model.OnPath, Path: model.Path{Velocity: model.Vec3{0, 0, 5}}}}}
	s := SignalsOf(p, 0.5)
	if len(s.ForceFactor) != 2 || s.ForceFactor[0] != 1 || s.ForceFactor[1] != 0.25 || s.MotorSpeed[0] != 1.5 ||
		s.Wind != (model.Vec3{1, 2, 3}) || s.PathOffset[1] != (model.Vec3{0, 0, 2.5}) || s.PathVelocity[1] != (model.Vec3{0, 0, 5}) || s.PathOffset[0] != (model.Vec3{}) {
		t.Errorf("signals %+v", s)
	}
}

// documentedGust is the strength of gusts as docs/physics.md has it, written from
// there and not from the code.
func documentedGust(seed uint64, x float64) float64 {
	r := func(c int64) float64 {
		z := seed*0xd1342543de82ef95 + (uint64(c)+1)*0x9e3779b97f4a7c15
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
		z = (z ^ (z >> 27)) * 0x94d049bb133111eb
		z = z ^ (z >> 31)
		return float64(z/(1<<11))/math.Ldexp(1, 52) - 1
	}
	c := int64(math.Floor(x))
	s := x - float64(c)
	return r(c) + s*s*s*(s*(6*s-15)+10)*(r(c+1)-r(c))
}

// The wind that an engine gets at a time follows the documented formula, and the document has all of its
// numbers.
func TestGustsAreAsDocumented(t *testing.T) {
	document := must.Get(os.ReadFile("../docs/physics.md"))(t)
	for _, part := range []string{
		"z = seed · 0xd1342543de82ef95 + (c + 1) · 0x9e3779b97f4a7c15", "z = (z xor (z >> 30)) · 0xbf58476d1ce4e5b9",
		"z = (z xor (z >> 27)) · 0x94d049bb133111eb", "z = z xor (z >> 31)", "r = ⌊z / 2¹¹⌋ / 2⁵² − 1",
		"noise(x) = r(c) + s³ (s (6s − 15) + 10) (r(c+1) − r(c))", "W(t) = W (1 + G noise(t/T))", "r(0) of seed 7 is 0.662884738834657.",
	} {
		must.Hold(t, strings.Contains(string(document), part), "docs/physics.md does not say %q", part)
	}
	must.Near(t, documentedGust(7, 0), 0.662884738834657, 1e-15, "r(0) of seed 7")
	for _, seed := range []uint64{0, 1, 7, 1 << 63} {
		w := model.Wind{Velocity: model.Vec3{3, 0, 4}, Gust: 0.4, GustTime: 0.7, Seed: seed, Drag: 1}
		drives := NewDrives(model.Params{DT: 1e-3, Wind: w}, 0)
		for step := range 5000 {
			at := float64(step) * 1e-3
			var now Signals
			drives.Advance(at)
			drives.At(at, &now)
			if want := w.Velocity.Mul(1 + 0.4*documentedGust(seed, at/0.7)); now.Wind.Sub(want).Len() > 1e-14*want.Len() {
				t.Fatalf("seed %d at %g s: %v m/s, documented are %v", seed, at, now.Wind, want)
			}
		}
	}
}
