package response

import (
	"math"

	"hooke/model/spring"
)

// Resonators hear frequencies up to resonanceReach times their own, resonancePoints of them, for resonanceTimes times in which their
// vibration fades by e, in samplesPerCycle samples a cycle.
const (
	resonanceReach  = 2.5
	resonancePoints = 100
	resonanceTimes  = 8
	samplesPerCycle = 60
	mostSamples     = 200_000
)

// resonance returns how strongly a resonator of each damping ratio hears a sine of amplitude 1, over its frequency. Closed is
// Response; Stepped is the root mean square over the last cycle that it has heard.
func (p Played) resonance() Result {
	r := Result{By: "damping ratio", Over: "frequency [Hz]"}
	for i := range resonancePoints {
		f := p.Frequency * resonanceReach * float64(i+1) / resonancePoints
		r.Time = append(r.Time, f)
	}
	for _, ratio := range p.Ratios {
		c := Curve{Ratio: ratio}
		for i, f := range r.Time {
			ear := spring.NewResonator[float64](p.Frequency, 2*ratio*p.Frequency)
			c.Closed, c.Stepped = append(c.Closed, ear.Response(f)), append(c.Stepped, heard(ear, f))
			c.Apart = math.Max(c.Apart, math.Abs(c.Closed[i]-c.Stepped[i]))
		}
		r.Curves = append(r.Curves, c)
	}
	return r
}

// heard is the amplitude that a resonator settles to, of a sine that it hears in samples.
func heard(ear spring.Resonator[float64], f float64) float64 {
	fastest := max(f, spring.FrequencyFromStiffness(ear.Stiffness))
	perCycle := int(math.Ceil(samplesPerCycle * fastest / f)) // of the sine
	dt := 1 / (f * float64(perCycle))
	cycles := min(int(math.Ceil(resonanceTimes/fading(ear)*f))+1, max(1, mostSamples/perCycle))
	square := 0.0
	for k := range cycles * perCycle {
		ear = ear.Hear(math.Sin(2*math.Pi*f*(float64(k)+0.5)*dt), dt)
		if k >= (cycles-1)*perCycle {
			a := ear.Amplitude()
			square += a * a
		}
	}
	return math.Sqrt(square / float64(perCycle))
}

// fading is the rate at which the slowest part of a resonator's free vibration fades [1/s].
func fading(ear spring.Resonator[float64]) float64 {
	half := ear.Damping / 2
	if slower := half*half - ear.Stiffness; slower > 0 {
		return half - math.Sqrt(slower)
	}
	return half
}

// steps returns how a lone normalized spring answers, step by step, from 1 at rest: the impulses of the spring as
// Stepped, and the powers of their matrix as Closed.
//
//	v′ = v − Cs x/dt − Cd v,  x′ = x + dt v′
func (p Played) steps(dt float64) Result {
	r := Result{Step: dt, By: "Cs"}
	n := p.Normalized
	c := Curve{Ratio: n.Stiffness}
	// In y = dt v the matrix is [[1 − Cs, 1 − Cd], [−Cs, 1 − Cd]]. By Cayley and Hamilton x follows from the two previous positions:
	// x″ = trace x′ − determinant x.
	trace, determinant := 2-n.Stiffness-n.Damping, 1-n.Damping
	x, v := 1.0, 0.0
	for i := range max(2, int(math.Round(p.Seconds/dt))) + 1 {
		switch i {
		case 0:
			c.Closed = append(c.Closed, 1)
		case 1:
			c.Closed = append(c.Closed, 1-n.Stiffness)
		default:
			c.Closed = append(c.Closed, trace*c.Closed[i-1]-determinant*c.Closed[i-2])
		}
		r.Time, r.Goal, c.Stepped = append(r.Time, float64(i)*dt), append(r.Goal, 0), append(c.Stepped, x)
		c.Apart = math.Max(c.Apart, math.Abs(x-c.Closed[i]))
		v += n.Impulse(x, v, 1, dt)
		x += dt * v
	}
	r.Curves = []Curve{c}
	return r
}
