package ensemble

import (
	"math"
	"math/big"
	"testing"

	"hooke/model"
	"hooke/must"
)

// E6: after 10⁷ steps the place of a muscle in its cycle is that of exact numbers within 10⁻⁹ of
// a cycle. A float32 that adds up is seen to fail.
func TestPhases(t *testing.T) {
	const steps = 10_000_000
	dt := 2.577e-4
	for _, f := range []float64{0.1, 1.37, 3.3333, 1234.5} {
		ph, narrow := phase{turn: turns(0.25), step: turns(f * dt)}, float32(0.25)
		for range steps {
			ph.turn += ph.step
			narrow += float32(f * dt)
		}
		exact := new(big.Float).SetPrec(200).Mul(big.NewFloat(f), big.NewFloat(dt))
		exact.Mul(exact, big.NewFloat(steps)).Add(exact, big.NewFloat(0.25))
		whole, _ := exact.Int(nil)
		place, _ := exact.Sub(exact, new(big.Float).SetInt(whole)).Float64()
		off := func(c float64) float64 { return math.Abs(math.Remainder(c-place, 1)) }
		if d := off(cycleOf(ph.turn)); d > 1e-9 {
			t.Errorf("%g Hz: off by %g of a cycle", f, d)
		}
		if d := off(float64(narrow)); d <= 1e-9 {
			t.Errorf("%g Hz: float32 is off by %g only: the test sees nothing", f, d)
		}
	}
}

// Whole and negative cycles wrap, and the folded sine is a sine.
func TestTurns(t *testing.T) {
	for cycles, want := range map[float64]uint64{0: 0, 0.5: 1 << 63, 3: 0, -0.25: 3 << 62, 1e6 + 0.75: 3 << 62, -1e-30: 0} {
		if got := turns(cycles); got != want {
			t.Errorf("%g cycles are %x, want %x", cycles, got, want)
		}
	}
	for turn := uint64(0); turn < 1<<32; turn += 1 << 20 {
		if got, want := float64(sine(uint32(turn))), math.Sin(2*math.Pi*float64(turn)/(1<<32)); math.Abs(got-want) > 2e-7 {
			t.Fatalf("the sine of %g cycles is %g, want %g", float64(turn)/(1<<32), got, want)
		}
	}
	for _, c := range []struct {
		wave     model.Wave
		from, to uint64
		jumps    bool
	}{{model.Sine, 0, 1 << 63, false}, {model.Square, 1, 1<<63 - 1, false}, {model.Square, 1, 1 << 63, true}, {model.Sawtooth, 1, 1 << 63, false}, {model.Sawtooth, 1 << 63, 1, true}} {
		must.Be(t, jumps(&model.Actuator{Wave: c.wave}, c.from, c.to), c.jumps, "%v from %x to %x", c.wave, c.from, c.to)
	}
}

// fused rounds once, as one instruction does.
func TestFused(t *testing.T) {
	exact := func(a, b, c float32) float32 {
		sum := new(big.Float).SetPrec(1000).Mul(big.NewFloat(float64(a)), big.NewFloat(float64(b)))
		sum.Add(sum, big.NewFloat(float64(c)))
		out, _ := sum.Float32()
		return out
	}
	twice, seed := 0, uint32(1)
	next := func() float32 {
		seed = seed*1664525 + 1013904223
		return math.Float32frombits(seed&0x807fffff | (120+seed>>13&15)<<23)
	}
	for range 200_000 {
		a, b := next(), next()
		c := float32(math.Ldexp(float64(next()), -int(seed>>8&31)))
		// Near the middle between two numbers is where rounding twice goes wrong.
		if seed>>20&1 == 0 {
			a, b, c = 1+float32(seed>>9&7)/(1<<12), 1+float32(seed>>5&7+1)/(1<<12), float32(math.Ldexp(1+float64(next()), -60))
		}
		want := exact(a, b, c)
		if got := fused(a, b, c); got != want {
			t.Fatalf("%g·%g + %g is %g, want %g", a, b, c, got, want)
		}
		if float32(float64(a)*float64(b)+float64(c)) != want {
			twice++
		}
	}
	must.Hold(t, twice != 0, "no case is rounded otherwise in two steps: the test sees nothing")
	if x := fused(float32(math.Inf(1)), 1, 1); !math.IsInf(float64(x), 1) {
		t.Errorf("infinity becomes %g", x)
	}
}
