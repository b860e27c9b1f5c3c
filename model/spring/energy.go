package spring

import "math"

// Energy returns ½ |v − q|² + ½ s |x − g|² [u²/s²]: the energy of a spring of stiffness
// s [1/s²] per unit mass, relative to a goal at g with velocity q. Times
// a mass [kg] it is in joules. It never grows while the spring is left alone
// with a goal at rest, and stays the same without damping.
func Energy[V Vector](x, goal State[V], s float64) float64 {
	off := x.Minus(goal)
	return squared(off.Velocity)/2 + s*squared(off.Position)/2
}

// Resonator listens for one frequency: a weakly damped spring whose goal is the
// signal. Driven at its own frequency it gathers energy, off it it does not.
// It is a value: Hear returns the next one. Make one with NewResonator.
type Resonator[V Vector] struct {
	Stiffness float64  // s [1/s²]
	Damping   float64  // d [1/s]
	State     State[V] // of the spring
}

// NewResonator listens at a frequency [Hz], with a bandwidth [Hz]: the width of
// the band in which it takes up at least half the power, for bandwidths well
// below the frequency. It settles as e^(−π bandwidth t): narrow bands need
// patience. s = (2π f)², d = 2π bandwidth.
func NewResonator[V Vector](frequency, bandwidth float64) Resonator[V] {
	return Resonator[V]{Stiffness: StiffnessFromFrequency(frequency), Damping: 2 * math.Pi * bandwidth}
}

// Hear takes one sample of the signal [u] that holds for dt [s]. A signal held
// between samples is heard weaker by the factor sin(π f dt)/(π f dt), f its
// frequency: 1.6 % at ten samples per cycle.
func (r Resonator[V]) Hear(sample V, dt float64) Resonator[V] {
	r.State = Apply(Exact(r.Stiffness, r.Damping, dt), r.State, AtRest(sample))
	return r
}

// Energy returns the energy of the spring per unit mass, relative to rest [u²/s²].
func (r Resonator[V]) Energy() float64 {
	var silence State[V]
	return Energy(r.State, silence, r.Stiffness)
}

// Amplitude returns the amplitude [u] of the sine at the resonator's frequency that
// would hold it at its energy: √(2E) d/s.
func (r Resonator[V]) Amplitude() float64 {
	return math.Sqrt(2*r.Energy()) * r.Damping / r.Stiffness
}

// Response returns the amplitude (root mean square over a cycle) that the resonator
// settles to, for a sine of amplitude 1 at a frequency [Hz]: with w = 2π f,
//
//	d √((w² + s)/2) / √((s − w²)² + (d w)²),
//
// which is 1 at its own frequency and d/√(2s) for a constant.
func (r Resonator[V]) Response(frequency float64) float64 {
	ww := StiffnessFromFrequency(frequency)
	s, d := r.Stiffness, r.Damping
	return d * math.Sqrt((ww+s)/2) / math.Sqrt((s-ww)*(s-ww)+d*d*ww)
}
