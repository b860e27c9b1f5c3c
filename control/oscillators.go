package control

import (
	"math"
	"math/bits"
)

// oscillators are phases that pull at each other, as central pattern generators have them (Ijspeert
// and Crespi, "Online trajectory generation in an amphibious snake robot using a lamprey-like central pattern
// generator model", ICRA 2007):
//
//	φ̇_i = 2π ν_i + Σ_j w_ij r_j sin(φ_j − φ_i − ψ_ij) + Σ_s a_is y_s
//	r̈_i = α (α/4 (R_i − r_i) − ṙ_i)
//	u_i = bias_i + r_i cos φ_i
//
// Each period has substeps of symplectic Euler of at most oscillatorStep, and at most 1/α, since beyond 1.65/α
// amplitudes would run away. Phases are whole numbers, so that 2π ν_i adds up exactly.
type oscillators struct {
	*Controller
	numbers int     // of sensors
	period  float64 // [s]
	steps   int     // in a period
	h       float64 // of these [s]
	phase   []turns
	radius  []float64 // r
	rate    []float64 // ṙ [1/s]
	change  []float64 // scratch [rad/s]
	begun   bool
}

const (
	// oscillatorStep is the longest substep [s].
	oscillatorStep = 1e-3
	// mostOscillatorSteps is the largest number of substeps in a period, which cannot be interrupted.
	mostOscillatorSteps = 1_000_000
)

// oscillatorSteps returns the number of substeps in a period [s], as a number that may be too large.
func oscillatorSteps(period, settle float64) float64 {
	return max(1, math.Ceil(period*max(1/oscillatorStep, settle)-1e-9))
}

func newOscillators(c *Controller, numbers int, period float64) *oscillators {
	n := len(c.Inputs)
	o := &oscillators{Controller: c, numbers: numbers, period: period,
		phase: make([]turns, n), radius: make([]float64, n), rate: make([]float64, n), change: make([]float64, n)}
	for i := range n {
		o.phase[i] = turnsOf(of(c.Phase, i, 0) / (2 * math.Pi))
	}
	o.time()
	return o
}

// time divides a period, and sets amplitudes that settle at once. Numbers of a controller may
// change.
func (o *oscillators) time() {
	o.steps = int(min(oscillatorSteps(o.period, o.Settle), mostOscillatorSteps))
	o.h = o.period / float64(o.steps)
	for i := range o.radius {
		if o.Settle == 0 {
			o.radius[i] = of(o.Amplitude, i, 1)
		}
	}
}

// act answers with where the oscillators are at boundary b, which they reach from the boundary before.
func (o *oscillators) act(_ int64, _ float64, y, u []float64) {
	o.time()
	if o.begun {
		for range o.steps {
			o.step(y)
		}
	}
	o.begun = true
	for i := range u {
		u[i] += of(o.Bias, i, 0) + o.radius[i]*math.Cos(o.phase[i].angle())
	}
}

func (o *oscillators) step(y []float64) {
	n := len(o.phase)
	for i := range n {
		sum := 0.0
		for k := range y {
			if len(o.Feedback) > 0 {
				sum += o.Feedback[i*len(y)+k] * y[k]
			}
		}
		for j := range n {
			if len(o.Coupling) > 0 && o.Coupling[i*n+j] != 0 {
				sum += o.Coupling[i*n+j] * o.radius[j] * math.Sin((o.phase[j]-o.phase[i]).angle()-of(o.Offset, i*n+j, 0))
			}
		}
		o.change[i] = sum
	}
	alpha := o.Settle
	for i := range n {
		o.phase[i] += turnsOf(of(o.Frequency, i, 0)*o.h) + turnsOf(o.change[i]*o.h/(2*math.Pi))
		if alpha > 0 {
			o.rate[i] += o.h * alpha * (alpha/4*(of(o.Amplitude, i, 1)-o.radius[i]) - o.rate[i])
			o.radius[i] += o.h * o.rate[i]
		}
	}
}

func (o *oscillators) state() (out []uint64) {
	begun := uint64(0)
	if o.begun {
		begun = 1
	}
	out = append(out, begun)
	for i := range o.phase {
		out = append(out, uint64(o.phase[i]), math.Float64bits(o.radius[i]), math.Float64bits(o.rate[i]))
	}
	return out
}

func (o *oscillators) restore(bits []uint64) {
	o.begun = bits[0] == 1
	for i := range o.phase {
		o.phase[i], o.radius[i], o.rate[i] = turns(bits[1+3*i]), math.Float64frombits(bits[2+3*i]), math.Float64frombits(bits[3+3*i])
	}
}

// turns is a phase as a part of a turn, in units of 2⁻⁶⁴: it wraps by itself, and adding to it
// rounds nothing, however often.
type turns uint64

// turnsOf returns a number of turns, rounded to 2⁻⁵³ of a turn or less.
func turnsOf(x float64) turns {
	part := x - math.Floor(x)         // in [0, 1]
	high := math.Floor(part * 0x1p32) // powers of two multiply without rounding
	low := math.Floor((part - high*0x1p-32) * 0x1p64)
	return turns(uint64(high)<<32 + uint64(low))
}

// turnsAfter is b times a number of turns, without an error that grows with b but that of x itself.
func turnsAfter(x float64, b int64) turns {
	_, low := bits.Mul64(uint64(turnsOf(x)), uint64(b))
	return turns(low)
}

// angle returns the phase from −π to π [rad].
func (t turns) angle() float64 { return 2 * math.Pi * (float64(int64(t)) * 0x1p-64) }
