package spring

import "math"

// StiffnessFromFrequency is s = (2π f)² [1/s²] of the frequency f [Hz] at which
// an undamped spring oscillates.
func StiffnessFromFrequency(f float64) float64 {
	w := 2 * math.Pi * f
	return w * w
}

// FrequencyFromStiffness is f = √s / 2π [Hz] of the stiffness s [1/s²].
func FrequencyFromStiffness(s float64) float64 { return math.Sqrt(s) / (2 * math.Pi) }

// DampingFromHalfLife is d = 4 ln2 / h [1/s] of the half-life h [s].
//
// It is a convention, a comfortable measure of how long a spring takes: the
// envelope e^(−d t/2) of its oscillation halves twice in h (EnvelopeHalfLife),
// and a critical spring from rest comes halfway in 1.21 h. A half-life of 0 is
// infinite damping, +Inf is none.
func DampingFromHalfLife(h float64) float64 { return 4 * math.Ln2 / h }

// HalfLifeFromDamping is h = 4 ln2 / d [s] of the damping d [1/s]; +Inf
// without damping.
func HalfLifeFromDamping(d float64) float64 { return 4 * math.Ln2 / d }

// EnvelopeHalfLife returns 2 ln2 / d [s]: the time in which the envelope e^(−d t/2)
// of an under-damped spring of damping d [1/s] really halves.
func EnvelopeHalfLife(d float64) float64 { return 2 * math.Ln2 / d }

// DampingFromRatio is d = 2 ζ √s [1/s] of the damping ratio ζ and the
// stiffness s [1/s²]. ζ = 1 is critical: the fastest without overshoot from
// rest; below it oscillates, above it creeps.
func DampingFromRatio(ratio, s float64) float64 { return 2 * ratio * math.Sqrt(s) }

// RatioFromDamping returns ζ = d / (2 √s), dimensionless, of the damping d [1/s]
// and the stiffness s [1/s²]. Without stiffness it is +Inf, and 0 when there
// is no damping either.
func RatioFromDamping(d, s float64) float64 {
	if d == 0 {
		return 0
	}
	return d / (2 * math.Sqrt(s))
}

// StiffnessFromRatio is s = (d / 2ζ)² [1/s²] of the damping ratio ζ > 0 and the
// damping d [1/s].
func StiffnessFromRatio(ratio, d float64) float64 {
	w := d / (2 * ratio)
	return w * w
}

// CriticalHalfLife returns the half-life [s] that makes a spring of frequency
// f [Hz] critical: d = 2√s.
func CriticalHalfLife(f float64) float64 {
	return HalfLifeFromDamping(DampingFromRatio(1, StiffnessFromFrequency(f)))
}

// CriticalFrequency returns the frequency [Hz] that makes a spring of half-life
// h [s] critical: s = d²/4.
func CriticalFrequency(h float64) float64 {
	return FrequencyFromStiffness(StiffnessFromRatio(1, DampingFromHalfLife(h)))
}

// DampedFrequency returns √(s − d²/4) / 2π [Hz]: how fast a damped spring oscillates
// when left alone. At critical damping and above it does not: 0 and false.
func DampedFrequency(s, d float64) (f float64, ok bool) { return lowered(s, d*d/4) }

// ResonantFrequency returns √(s − d²/2) / 2π [Hz]: where the amplitude of a spring
// driven by a sine of constant force is largest. From ζ = 1/√2 on there is no
// such peak: 0 and false.
func ResonantFrequency(s, d float64) (f float64, ok bool) { return lowered(s, d*d/2) }

// lowered returns √(s − by) / 2π, if there is such a frequency.
func lowered(s, by float64) (f float64, ok bool) {
	if !(s > by) {
		return 0, false
	}
	return FrequencyFromStiffness(s - by), true
}

// ReducedMass returns 1/(wA + wB) [kg] of the inverse masses [1/kg] of a spring's
// ends: the mass that oscillates when both ends move. A pinned end has inverse
// mass 0. When both have, it is +Inf: nothing moves, and a caller leaves such
// a spring out.
func ReducedMass(inverseA, inverseB float64) float64 { return 1 / (inverseA + inverseB) }

// StiffnessWithMass is k = s m [N/m] of s [1/s²] and the (reduced) mass m [kg].
func StiffnessWithMass(s, mass float64) float64 { return s * mass }

// StiffnessPerMass is s = k / m [1/s²] of k [N/m] and the (reduced) mass m [kg].
func StiffnessPerMass(k, mass float64) float64 { return k / mass }

// RatioDamping is c [N·s/m] of a spring of k [N/m] between ends whose reduced mass is mass [kg], with the
// damping ratio ζ: c = 2 ζ √(k m).
func RatioDamping(ratio, k, mass float64) float64 { return 2 * ratio * math.Sqrt(k*mass) }

// DampingWithMass is c = d m [N·s/m] of d [1/s] and the (reduced) mass m [kg].
func DampingWithMass(d, mass float64) float64 { return d * mass }

// DampingPerMass is d = c / m [1/s] of c [N·s/m] and the (reduced) mass m [kg].
func DampingPerMass(c, mass float64) float64 { return c / mass }

// FactorFromHalfLife returns 2^(−dt/h): the factor that an exponential of half-life h [s]
// leaves after dt [s]. It is 1 for dt = 0 whatever h, 1 for h = +Inf, and 0
// for h = 0.
func FactorFromHalfLife(h, dt float64) float64 {
	if dt == 0 || math.IsInf(h, 1) {
		return 1
	}
	return math.Exp2(-dt / h)
}

// HalfLifeFromFactor is dt ln2 / −ln(factor) [s]: the half-life of an
// exponential that leaves factor in [0, 1] after each step of dt [s]. A factor
// of 0.999 at 0.1 ms is 69 ms. A factor of 1 is +Inf, 0 is 0.
func HalfLifeFromFactor(factor, dt float64) float64 {
	if factor == 1 {
		return math.Inf(1)
	}
	return dt * math.Ln2 / -math.Log(factor)
}

// RateFromHalfLife is ln2 / h [1/s]: the rate r of the exponential e^(−r t)
// that halves in h [s].
func RateFromHalfLife(h float64) float64 { return math.Ln2 / h }
