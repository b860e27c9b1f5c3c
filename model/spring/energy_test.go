package spring_test

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"hooke/model/spring"
)

func TestEnergy(t *testing.T) {
	near(t, "number", spring.Energy(number{3, 5}, number{1, 2}, 10), 0.5*9+0.5*10*4, 1e-15, 20)
	x := spring.State[vec3]{Position: vec3{1, 2, 2}, Velocity: vec3{0, 3, 4}}
	near(t, "vector", spring.Energy(x, spring.State[vec3]{}, 4), 0.5*25+0.5*4*9, 1e-15, 30)

	// The energy loss equals the damper's dissipation: ∫ d v² dt, by Boole's rule.
	const s, d, dt = 30.0, 2.0, 0.5
	start := number{1, -3}
	taken := 0.0
	const n = 200
	for i := range n {
		power := func(part float64) float64 {
			v := spring.Damped(start, number{}, s, d, dt*(float64(i)+part)/n).Velocity
			return d * v * v
		}
		taken += (7*power(0) + 32*power(0.25) + 12*power(0.5) + 32*power(0.75) + 7*power(1)) / 90 * dt / n
	}
	lost := spring.Energy(start, number{}, s) - spring.Energy(spring.Damped(start, number{}, s, d, dt), number{}, s)
	near(t, "energy lost", lost, taken, 1e-13, 20)
}

// listen plays seconds of a signal at 1,000 samples per second, each taken in
// the middle of the time it holds for.
func listen(r spring.Resonator[float64], seconds float64, signal func(t float64) float64) spring.Resonator[float64] {
	const dt = 1.0 / 1000
	for i := range int(seconds / dt) {
		r = r.Hear(signal((float64(i)+0.5)*dt), dt)
	}
	return r
}

func sine(amplitude, frequency float64) func(float64) float64 {
	return func(t float64) float64 { return amplitude * math.Sin(2*math.Pi*frequency*t) }
}

// A resonator of 5 Hz hears 5 Hz at its amplitude and others as Response says.
// Held samples lose (π f dt)²/6 = 4e-5 at 5 Hz; the energy of a spring driven off
// its frequency swings within a cycle, so the root mean square is taken.
func TestResonatorResponse(t *testing.T) {
	r := spring.NewResonator[float64](5, 0.25)
	for _, f := range []float64{1, 4, 4.75, 5, 5.25, 6, 10} {
		heard := listen(r, 20, sine(0.3, f)) // e^(−π·0.25·20) = 1.5e-7 of the start is left
		sum := 0.0
		cycle := int(1000 / f)
		const dt = 1.0 / 1000
		for i := range cycle {
			heard = heard.Hear(sine(0.3, f)(20+(float64(i)+0.5)*dt), dt)
			sum += heard.Amplitude() * heard.Amplitude()
		}
		near(t, fmt.Sprintf("%g Hz", f), math.Sqrt(sum/float64(cycle)), 0.3*r.Response(f), 3e-3, 0.3*r.Response(f)) // a cycle is cut to whole samples
	}
	near(t, "its own frequency", r.Response(5), 1, 1e-15, 1)
	near(t, "a constant", r.Response(0), r.Damping/math.Sqrt(2*r.Stiffness), 1e-15, 1)

	// Half the power at half the bandwidth on either side, for a narrow band:
	// to first order in bandwidth/frequency.
	narrow := spring.NewResonator[float64](5, 0.005)
	for _, side := range []float64{-1, 1} {
		response := narrow.Response(5 + side*0.0025)
		near(t, "power at the edge of the band", response*response, 0.5, 0.001, 1)
	}
}

// Discrimination: with noise as loud as the signal, 5 Hz is told from 4.5 and
// 5.5 Hz, from silence and from a constant; at every seed.
func TestResonatorDiscriminates(t *testing.T) {
	const threshold = 0.7
	for seed := range int64(5) {
		noisy := func(signal func(float64) float64) func(float64) float64 {
			random := rand.New(rand.NewSource(seed))
			return func(t float64) float64 { return signal(t) + random.NormFloat64() }
		}
		for _, c := range []struct {
			what   string
			signal func(float64) float64
			want   bool
		}{
			{"5 Hz", sine(1, 5), true},
			{"4.5 Hz", sine(1, 4.5), false},
			{"5.5 Hz", sine(1, 5.5), false},
			{"4.5 and 5 Hz", func(t float64) float64 { return sine(1, 4.5)(t) + sine(1, 5)(t) }, true},
			{"silence", sine(0, 5), false},
			{"constant", func(float64) float64 { return 1 }, false},
		} {
			heard := listen(spring.NewResonator[float64](5, 0.2), 10, noisy(c.signal)) // settled to e^(−2π)
			if got := heard.Amplitude() > threshold; got != c.want {
				t.Errorf("seed %d, %s: amplitude %.3f against %g: heard %v, want %v", seed, c.what, heard.Amplitude(), threshold, got, c.want)
			}
		}
	}
}

// It gathers energy as 1 − e^(−π bandwidth t), and hears in three dimensions.
func TestResonatorGathers(t *testing.T) {
	r := spring.NewResonator[float64](50, 0.5)
	for _, seconds := range []float64{0.2, 0.5, 1} {
		heard := listen(r, seconds, sine(1, 50))
		held := math.Sin(math.Pi*0.05) / (math.Pi * 0.05)
		near(t, fmt.Sprintf("after %g s", seconds), heard.Amplitude(), held*(1-math.Exp(-math.Pi*0.5*seconds)), 0.005, 1) // the order of d/w = 0.01
	}

	heard := spring.NewResonator[vec3](5, 0.5)
	const dt = 1e-3
	for i := range 10000 {
		phase := 2 * math.Pi * 5 * (float64(i) + 0.5) * dt
		heard = heard.Hear(vec3{2 * math.Sin(phase), 0, 1.5 * math.Sin(phase)}, dt)
	}
	near(t, "along (2, 0, 1.5)", heard.Amplitude(), 2.5, 1e-3, 2.5) // 0.04 of d/w·e^(−5π) and held samples
}
