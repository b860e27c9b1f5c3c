package control

import "math"

// pid holds each of its sensors at a goal. Of sensor i, with e = goal − y and T the period, at each boundary
//
//	P = kp e,  I ← I + ki e T,  D = −kd (y − y of the boundary before)/T
//	u = bias + max(−limit, min(limit, P + I + D))
//
// D is of y, and not of e, so that a goal that jumps does not kick; at the first boundary it is zero. Against windup the
// integral is conditional: at the limit, an e that would push I further out is not added.
type pid struct {
	*Controller
	period   float64   // [s]
	integral []float64 // I, in the unit of u
	before   []float64 // y of the boundary before
	begun    bool
}

func newPID(c *Controller, period float64) *pid {
	n := len(c.Inputs)
	return &pid{Controller: c, period: period, integral: make([]float64, n), before: make([]float64, n)}
}

func (c *pid) act(_ int64, _ float64, y, u []float64) {
	for i := range u {
		fault := of(c.Goal, i, 0) - y[i]
		rate := 0.0
		if c.begun {
			rate = (y[i] - c.before[i]) / c.period
		}
		step := of(c.KI, i, 0) * fault * c.period
		sum := of(c.KP, i, 0)*fault + (c.integral[i] + step) - of(c.KD, i, 0)*rate
		limit := of(c.Limit, i, math.Inf(1))
		if math.Abs(sum) <= limit || math.Signbit(sum) != math.Signbit(step) {
			c.integral[i] += step
		} else {
			sum -= step
		}
		u[i] += of(c.Bias, i, 0) + max(-limit, min(limit, sum))
		c.before[i] = y[i]
	}
	c.begun = true
}

func (c *pid) state() (out []uint64) {
	begun := uint64(0)
	if c.begun {
		begun = 1
	}
	out = append(out, begun)
	for i := range c.integral {
		out = append(out, math.Float64bits(c.integral[i]), math.Float64bits(c.before[i]))
	}
	return out
}

func (c *pid) restore(bits []uint64) {
	c.begun = bits[0] == 1
	for i := range c.integral {
		c.integral[i], c.before[i] = math.Float64frombits(bits[1+2*i]), math.Float64frombits(bits[2+2*i])
	}
}
