package enginetest

import (
	"math"
	"testing"

	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// pulled is the rest length that an engine used in its last step, read off the
// change of velocity of a mass so heavy that it hardly moves:
// Δv = −dt k (L − L0(t))/m with L = 1 m.
const (
	anvil     = 1e3 // [kg]
	pull      = 50  // [N/m]
	pulseStep = 0.01
)

func pulled(before, after *model.State) float64 {
	return 1 + (after.Velocity[1][0]-before.Velocity[1][0])*anvil/(pulseStep*pull)
}

// The rest length at given times, for each wave, in one step from that time.
func wavesPull(t *testing.T, on Subject) {
	table := model.Curve{At: []float64{0, 0.5, 1}, Value: []float64{-1, 1, -0.5}}
	for _, wave := range model.Waves() {
		m := modeltest.Lever(model.Material{Stiffness: pull}, model.PinAll, 0)
		m.Mass[1] = anvil
		m.ActuatorOf = []uint16{1}
		a := model.Actuator{Wave: wave, Amplitude: 0.3, Frequency: 0.5, Phase: 0.2}
		if wave == model.Table {
			a.Table = table
		}
		e := on.open(t, m, model.Params{DT: pulseStep, Actuators: []model.Actuator{a}})
		for _, at := range []float64{0, 0.3, 0.9, 1.7, 1000.1} {
			start := m.Start()
			start.Time = at
			must.Do(t, e.Reset(start))
			got, want := pulled(start, after(t, e, 1)), 1+a.Target(at)
			// Single precision rounds the force of order 10 N a few times.
			if math.Abs(got-want) > 1e-6 {
				t.Errorf("%v at %g s: L0 = %.8g m, want %.8g m", wave, at, got, want)
			}
		}
	}
}

// A smoothed square wave answers its flip at t = 1 s as the critically damped
// spring does: the target of a step is that at its end, so the motion begins
// one step before.
func smoothedWavePulls(t *testing.T, on Subject) {
	const amplitude, halfLife, flip = 0.3, 0.1, 1.0
	m := modeltest.Lever(model.Material{Stiffness: pull}, model.PinAll, 0)
	m.Mass[1] = anvil
	m.ActuatorOf = []uint16{1}
	e := on.open(t, m, model.Params{DT: pulseStep, Actuators: []model.Actuator{
		{Wave: model.Square, Amplitude: amplitude, Frequency: 0.5, HalfLife: halfLife}}})
	before := after(t, e, 100) // the next step begins at the flip
	for step := range 40 {
		now := after(t, e, 1)
		since := pulseStep * float64(step+1)
		y := 2 * math.Ln2 / halfLife
		want := 1 - amplitude + 2*amplitude*(1+y*since)*math.Exp(-y*since)
		// The anvil has moved by up to 0.7 mm, and single precision holds its velocity
		// of up to 0.015 m/s to 1e-9: 2e-6 m of rest length.
		moved := before.Position[1][0] - 1
		if got := pulled(before, now) + moved; math.Abs(got-want) > 1e-5 {
			t.Fatalf("%.2f s after the flip: L0 = %.7g m, want %.7g m", since, got, want)
		}
		before = now
	}
}

// A cube all of whose springs breathe swells to (1 + a w)³ of its volume when it
// does so slowly: the drive takes 40 times as long as the slowest vibration.
func breathingCube(t *testing.T, on Subject) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 4, Ny: 4, Nz: 4, Spacing: 0.1, Mass: 0.01, Stiffness: 100, DampingRatio: 0.2}))(t)
	lo, hi := m.Bounds()
	springs := must.Get(materials.ActuateBox(m, lo, hi, 0))(t)
	if springs != m.SpringCount() {
		t.Fatalf("%d of %d springs are actuated", springs, m.SpringCount())
	}
	const amplitude, frequency, dt = 0.25, 0.1, 2e-3
	e := on.open(t, m, model.Params{DT: dt, Actuators: []model.Actuator{{Amplitude: amplitude, Frequency: frequency}}})
	lowest, highest := 1.0, 1.0
	for range 20 {
		s := after(t, e, 250) // half a second
		lo, hi := s.Bounds()
		size := hi.Sub(lo)
		got := size[0] * size[1] * size[2] / (0.3 * 0.3 * 0.3)
		want := math.Pow(1+amplitude*math.Sin(2*math.Pi*frequency*s.Time), 3)
		// Inertia lags by (2π f)² a L²ρ/E, 1e-3 of a length; the first swing by more.
		if math.Abs(got/want-1) > 4e-3 {
			t.Errorf("at %.2f s the volume is %.5f of that at rest, want %.5f", s.Time, got, want)
		}
		lowest, highest = min(lowest, got), max(highest, got)
	}
	if lowest > 0.43 || highest < 1.94 { // 0.75³ = 0.422, 1.25³ = 1.953
		t.Errorf("volume from %.3f to %.3f of that at rest", lowest, highest)
	}
}
