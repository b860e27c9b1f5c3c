package model

import (
	"fmt"
	"math"
)

// Wave is the shape of a periodic motion: a function of the cycle, with values from −1 to 1.
// The zero value is Sine.
type Wave uint8

// These are the waves, over a cycle from 0 to 1.
const (
	Sine     Wave = iota // sin 2πc
	Square               // 1 in the first half of a cycle, −1 in the second
	Sawtooth             // from −1 up to 1, then back in a jump
	Table                // Actuator.Table
)

// Waves returns all waves, in the order of their numbers.
func Waves() []Wave { return []Wave{Sine, Square, Sawtooth, Table} }

// String returns the name that files use.
func (w Wave) String() string {
	switch w {
	case Sine:
		return "sine"
	case Square:
		return "square"
	case Sawtooth:
		return "sawtooth"
	case Table:
		return "table"
	}
	return fmt.Sprintf("wave %d", uint8(w))
}

// Actuator is a muscle: it changes the rest length of its springs (see Model.ActuatorOf) to
//
//	L0(t) = L0 (1 + a w(f t + φ/2π))
//
// with the amplitude a, the wave w, the frequency f and the phase φ. If all springs of a
// region have one actuator, the region swells and shrinks as a volume. The zero value changes
// nothing.
type Actuator struct {
	Name      string
	Wave      Wave
	Amplitude float64 // a, |a| < 1
	Frequency float64 // f [Hz], >= 0
	Phase     float64 // φ [rad]
	Table     Curve   // for the wave Table: values from −1 to 1 over a cycle from 0 to 1
	HalfLife  float64 // half-life of a critically damped spring that smooths w [s]; zero: no smoothing
}

// Target returns a w(f t + φ/2π) at time t [s], before smoothing.
func (a Actuator) Target(t float64) float64 {
	cycle := a.cycles(t)
	return a.At(cycle - math.Floor(cycle))
}

// At returns a w at a point of the cycle, from 0 to 1, before smoothing.
func (a Actuator) At(cycle float64) float64 {
	switch a.Wave {
	case Square:
		if cycle < 0.5 {
			return a.Amplitude
		}
		return -a.Amplitude
	case Sawtooth:
		return a.Amplitude * (2*cycle - 1)
	case Table:
		return a.Amplitude * a.Table.Of(cycle)
	default:
		return a.Amplitude * math.Sin(2*math.Pi*cycle)
	}
}

// cycles returns f t + φ/2π at time t [s].
func (a Actuator) cycles(t float64) float64 { return a.Frequency*t + a.Phase/(2*math.Pi) }

// Jumps reports whether the wave may jump between two times [s]. A square wave jumps in every
// half of a cycle. A sawtooth jumps between cycles, as does a table whose last value differs
// from its first.
func (a Actuator) Jumps(from, to float64) bool {
	from, to = a.cycles(from), a.cycles(to)
	switch {
	case a.Wave == Square:
		return math.Floor(2*from) != math.Floor(2*to)
	case a.Wave == Sawtooth, a.Wave == Table && a.Table.Of(0) != a.Table.Of(1):
		return math.Floor(from) != math.Floor(to)
	}
	return false
}

// faults returns a sentence for each fault of an actuator.
func (a Actuator) faults() []string {
	var f []string
	if a.Wave > Table {
		f = append(f, fmt.Sprintf("%v is unknown; known are %v", a.Wave, Waves()))
	}
	if !(math.Abs(a.Amplitude) < 1) {
		f = append(f, fmt.Sprintf("amplitude is %g; it must be between −1 and 1, or rest lengths would vanish", a.Amplitude))
	}
	if !finite(a.Frequency) || a.Frequency < 0 {
		f = append(f, fmt.Sprintf("frequency is %g Hz; it must not be negative", a.Frequency))
	}
	if !finite(a.Phase) {
		f = append(f, fmt.Sprintf("phase is %g rad; it must be a finite number", a.Phase))
	}
	if !finite(a.HalfLife) || a.HalfLife < 0 {
		f = append(f, fmt.Sprintf("half-life is %g s; it must not be negative", a.HalfLife))
	}
	return append(f, a.Table.cycleFaults("table", a.Wave)...)
}

// actuatorsSuit reports an actuated spring whose actuator is missing. It looks at
// springs only if the number of actuators differs from that in from.
func actuatorsSuit(p, from Params, m *Model) error {
	if len(p.Actuators) == len(from.Actuators) {
		return nil
	}
	for s, actuator := range m.ActuatorOf {
		if len(p.Actuators) == 0 {
			break // no actuators: the muscles are passive
		}
		if int(actuator) > len(p.Actuators) {
			return fmt.Errorf("model %q: spring %d: actuator %d; the parameters have %d", m.Name, s, actuator, len(p.Actuators))
		}
	}
	return nil
}

func actuatorTerm() Term {
	t := listTerm("actuator", ActuatorTerm, "Actuators", true, items[Actuator]{
		get: func(p Params) []Actuator { return p.Actuators }, set: func(p *Params, l []Actuator) { p.Actuators = l },
		faults: Actuator.faults, title: func(a Actuator) string { return a.Name },
		still: func(a *Actuator, t float64) {
			a.Phase += 2 * math.Pi * math.Mod(a.Frequency*t, 1)
			a.Frequency, a.HalfLife = 0, 0
		}})
	t.suits = actuatorsSuit
	return t
}

// Clamp holds segments of rods: those with an end at one of its masses. They keep their
// initial orientation, rotated about an axis of the world by the angle
//
//	Angle · Table(t)
//
// It does not hold masses; pin or guide these as well. The zero value holds all segments.
type Clamp struct {
	Name   string
	Masses []uint32 // indices, ascending; nil: all masses
	Axis   Vec3     // unit length; zero: no rotation
	Angle  float64  // [rad]
	Table  Curve    // factor of the angle over time [s]; the zero value is 1
}

// Turn returns the rotation vector of the clamp at time t [rad].
func (c Clamp) Turn(t float64) Vec3 { return c.Axis.Mul(c.Angle * c.Table.Of(t)) }

// faults returns a sentence for each fault of a clamp.
func (c Clamp) faults() []string {
	out := ascendingFaults(c.Masses)
	if !finite(c.Angle) {
		out = append(out, fmt.Sprintf("angle is %g rad; it must be a finite number", c.Angle))
	}
	if c.Axis != (Vec3{}) || c.Angle != 0 {
		out = append(out, directionFaults("axis", c.Axis)...)
	}
	return append(out, c.Table.faults("table")...)
}

// clampsFit returns an error for a clamp that holds no segment.
func clampsFit(p Params, m *Model) error {
	for i, c := range p.Clamps {
		if err := m.listFault(c.Masses); err != nil {
			return fmt.Errorf("model %q: clamp %d (%s): %w", m.Name, i, c.Name, err)
		}
		if !m.HasRods() {
			return fmt.Errorf("model %q: clamp %d (%s): no spring is a segment of a rod; give a material the rigidities of a rod, or pin masses", m.Name, i, c.Name)
		}
	}
	return nil
}

func clampTerm() Term {
	t := listTerm("clamp", ClampTerm, "Clamps", false, items[Clamp]{
		get: func(p Params) []Clamp { return p.Clamps }, set: func(p *Params, l []Clamp) { p.Clamps = l },
		faults: Clamp.faults, title: func(c Clamp) string { return c.Name }, masses: func(c *Clamp) *[]uint32 { return &c.Masses },
		still: func(c *Clamp, t float64) { c.Angle, c.Table = c.Angle*c.Table.Of(t), Curve{} }})
	t.fits = clampsFit
	return t
}
