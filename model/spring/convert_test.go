package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/model/spring"
	"hooke/must"
)

// roundTolerance allows for the few roundings of a conversion.
const roundTolerance = 1e-15

// Numbers that can be checked on paper.
func TestConversions(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"stiffness of 1 Hz", spring.StiffnessFromFrequency(1), 4 * math.Pi * math.Pi},
		{"frequency of 4π²", spring.FrequencyFromStiffness(4 * math.Pi * math.Pi), 1},
		{"damping of half-life ln2", spring.DampingFromHalfLife(math.Ln2), 4},
		{"half-life of damping 4", spring.HalfLifeFromDamping(4), math.Ln2},
		{"half-life of no damping", spring.HalfLifeFromDamping(0), inf},
		{"damping of half-life 0", spring.DampingFromHalfLife(0), inf},
		{"damping of ζ = 1, s = 9", spring.DampingFromRatio(1, 9), 6},
		{"damping of ζ = 0.25, s = 16", spring.DampingFromRatio(0.25, 16), 2},
		{"ζ of d = 2, s = 16", spring.RatioFromDamping(2, 16), 0.25},
		{"ζ of d = 2, s = 0", spring.RatioFromDamping(2, 0), inf},
		{"ζ of nothing", spring.RatioFromDamping(0, 0), 0},
		{"stiffness of ζ = 0.25, d = 2", spring.StiffnessFromRatio(0.25, 2), 16},
		{"critical half-life of 1 Hz", spring.CriticalHalfLife(1), math.Ln2 / math.Pi},
		{"critical frequency of ln2/π", spring.CriticalFrequency(math.Ln2 / math.Pi), 1},
		{"reduced mass of 2 kg and 2 kg", spring.ReducedMass(0.5, 0.5), 1},
		{"reduced mass of 3 kg and a pinned end", spring.ReducedMass(1.0/3, 0), 3},
		{"reduced mass of two pinned ends", spring.ReducedMass(0, 0), inf},
		{"k of s = 50, m = 0.2", spring.StiffnessWithMass(50, 0.2), 10},
		{"s of k = 10, m = 0.2", spring.StiffnessPerMass(10, 0.2), 50},
		{"c of d = 5, m = 0.2", spring.DampingWithMass(5, 0.2), 1},
		{"d of c = 1, m = 0.2", spring.DampingPerMass(1, 0.2), 5},
		{"what 3 half-lives leave", spring.FactorFromHalfLife(2, 6), 0.125},
		{"what a half-life of 0 leaves", spring.FactorFromHalfLife(0, 1e-9), 0},
		{"what dt = 0 leaves", spring.FactorFromHalfLife(0, 0), 1},
		{"what no drag leaves", spring.FactorFromHalfLife(inf, inf), 1},
		{"half-life of a half per step", spring.HalfLifeFromFactor(0.5, 0.25), 0.25},
		{"half-life of 0.999 per 0.1 ms", spring.HalfLifeFromFactor(0.999, 1e-4), 1e-4 * math.Ln2 / 0.0010005003335835335},
		{"half-life of a factor 1", spring.HalfLifeFromFactor(1, 1e-4), inf},
		{"half-life of a factor 0", spring.HalfLifeFromFactor(0, 1e-4), 0},
		{"rate of half-life ln2", spring.RateFromHalfLife(math.Ln2), 1},
	} {
		if math.IsInf(c.want, 0) {
			must.Be(t, c.got, c.want, "%s", c.what)
			continue
		}
		near(t, c.what, c.got, c.want, roundTolerance, math.Abs(c.want))
	}
}

// Every conversion and its inverse are inverses, over 20 decades.
func TestConversionsInvert(t *testing.T) {
	for exponent := -10.0; exponent <= 10; exponent++ {
		x := 1.7 * math.Pow(10, exponent)
		for _, c := range []struct {
			what string
			got  float64
		}{
			{"frequency", spring.FrequencyFromStiffness(spring.StiffnessFromFrequency(x))},
			{"half-life", spring.HalfLifeFromDamping(spring.DampingFromHalfLife(x))},
			{"ratio by damping", spring.RatioFromDamping(spring.DampingFromRatio(x, 7), 7)},
			{"stiffness by ratio", spring.StiffnessFromRatio(0.3, spring.DampingFromRatio(0.3, x))},
			{"critical pair", spring.CriticalFrequency(spring.CriticalHalfLife(x))},
			{"k", spring.StiffnessPerMass(spring.StiffnessWithMass(x, 0.3), 0.3)},
			{"c", spring.DampingPerMass(spring.DampingWithMass(x, 0.3), 0.3)},
		} {
			near(t, fmt.Sprintf("%s of %g", c.what, x), c.got, x, roundTolerance, x)
		}
	}
	for _, factor := range []float64{1e-12, 0.3, 0.999, 1 - 1e-9} {
		h := spring.HalfLifeFromFactor(factor, 1e-3)
		near(t, fmt.Sprintf("factor %g", factor), spring.FactorFromHalfLife(h, 1e-3), factor, 1e-14, factor) // 40 half-lives in the exponent
	}
}

// The damped frequency is that of the free motion: after one period the state
// comes back, smaller by the envelope, which halves in EnvelopeHalfLife.
func TestDampedFrequency(t *testing.T) {
	const s, d = 400.0, 3.0
	f, ok := spring.DampedFrequency(s, d)
	if !ok {
		t.Fatal("an under-damped spring has no frequency")
	}
	near(t, "damped frequency", f, math.Sqrt(400-2.25)/(2*math.Pi), roundTolerance, f)

	x := number{1, 0}
	after := spring.Damped(x, number{}, s, d, 1/f)
	left := spring.FactorFromHalfLife(spring.EnvelopeHalfLife(d), 1/f)
	nearState(t, "after a period", after, number{left, 0}, 1e-14, 1, 20)

	for _, d := range []float64{40, 41, 1e9} { // critical at 40
		if f, ok := spring.DampedFrequency(s, d); ok || f != 0 {
			t.Errorf("damping %g: frequency %g, %v; want none", d, f, ok)
		}
	}
}

// The resonant frequency is where the driven amplitude peaks. The steady
// amplitude per unit of acceleration is 1/√((s − w²)² + d²w²); here it is
// measured from the transition itself, by driving with a held sine.
func TestResonantFrequency(t *testing.T) {
	const s, d = 400.0, 12.0 // ζ = 0.3, so that peak and natural frequency are 10 % apart
	f, ok := spring.ResonantFrequency(s, d)
	if !ok {
		t.Fatal("a spring of damping ratio 0.3 has no peak")
	}
	near(t, "resonant frequency", f, math.Sqrt(400-72)/(2*math.Pi), roundTolerance, f)

	// A parabola through three measured amplitudes peaks at f: to 1 %, where the
	// natural frequency is 10 % and the damped one 5 % off.
	low, mid, high := drivenAmplitude(s, d, 0.9*f), drivenAmplitude(s, d, f), drivenAmplitude(s, d, 1.1*f)
	peak := f * (1 + 0.1*(low-high)/(2*(low-2*mid+high)))
	near(t, "peak of the driven amplitude", peak, f, 0.01, f)

	root2 := math.Sqrt2
	for _, d := range []float64{20 * root2 * 1.0000001, 40} {
		if f, ok := spring.ResonantFrequency(s, d); ok || f != 0 {
			t.Errorf("damping %g: resonance at %g, %v; want none", d, f, ok)
		}
	}
}

// drivenAmplitude is the largest |x| over the last of 12 cycles at f [Hz], with
// 2,000 samples in each.
func drivenAmplitude(s, d, f float64) float64 {
	const cycles, samples = 12, 2000
	dt := 1 / (f * samples)
	step := spring.Exact(s, d, dt)
	var x number
	largest := 0.0
	for i := range cycles * samples {
		goal := spring.AtRest(math.Sin(2 * math.Pi * (float64(i) + 0.5) / samples))
		x = spring.Apply(step, x, goal)
		if i >= (cycles-1)*samples {
			largest = math.Max(largest, math.Abs(x.Position))
		}
	}
	return largest
}

// The half-life convention of springs, as its documentation has it: a critical
// spring from rest comes halfway in 1.21 half-lives.
func TestHalfLifeConvention(t *testing.T) {
	x := spring.AtRest(0.0)
	const halfway = 1.6783469900166612 / (2 * math.Ln2) // (1 + z) e^(−z) = 1/2
	near(t, "halfway", spring.Simple(x, 1, 0.3, 0.3*halfway).Position, 0.5, 1e-15, 1)
	near(t, "stated", halfway, 1.21, 0.005, 1)
}
