package impulses

import (
	"math"

	"hooke/cpu/kernels"
	"hooke/physics"
)

// Most masses are far from spheres, boxes and capsules. A contact pushes nothing on a mass outside that does
// not reach it within the substep, and visits it in each sweep. So the first visit bounds, once for all
// bounded contacts, how fast the mass may be for that. Masses do not move between the visits of a substep.

// bound finds the box out of which a contact touches nothing, where it has one, and how fast its surface is.
func (one *solid[T]) bound() {
	low, high, bounded := physics.Extent(one.of.Shape)
	if one.bounded = bounded && !one.of.Inside; !one.bounded {
		return
	}
	one.low, one.high, one.size = low, high, 0
	for axis := range 3 {
		one.size += math.Abs(low[axis]) + math.Abs(high[axis])
	}
	one.speed, one.rate, one.pivot = one.of.Fastest()
}

// clearance is the part of the distance to a box that counts, so that roundings do not matter.
const clearance = 0.99

// findIdle sets idle of a lane whose mass is at x: the square of the largest speed [m²/s²] at which bounded
// contacts surely push nothing on the mass in the substep; −1: the mass may be in one of them.
func (c *contacts[T]) findIdle(lane int, at [3]T) {
	if c.idle == nil {
		return
	}
	x, least := kernels.Widen(at), math.Inf(1)
	far := math.Abs(x[0]) + math.Abs(x[1]) + math.Abs(x[2])
	for k := range c.solids {
		one := &c.solids[k]
		if !one.bounded {
			continue
		}
		square := 0.0
		for axis, to := range x {
			d := max(one.low[axis]-to, to-one.high[axis], 0)
			square += d * d
		}
		const roundings = 1e-6
		distance := clearance*math.Sqrt(square) - roundings*(far+one.size)
		if !(distance > 0) {
			c.idle[lane] = -1
			return
		}
		speed := one.speed
		if one.rate > 0 {
			speed += one.rate * x.Sub(one.pivot).Len()
		}
		least = min(least, distance/c.h-speed)
	}
	c.idle[lane] = T(max(0, least))
	c.idle[lane] *= c.idle[lane]
}

// idleAt reports whether bounded contacts neither have pushed nor push now on the mass of a lane with a
// velocity. A push of zero would change −0, which is left to it.
func (c *contacts[T]) idleAt(lane int, v [3]T) bool {
	if c.idle == nil || !(kernels.Dot(v, v) < c.idle[lane]) {
		return false
	}
	for _, speed := range v {
		if speed == 0 && math.Signbit(float64(speed)) {
			return false
		}
	}
	return true
}

// outside reports whether the mass of a lane is surely in no bounded contact.
func (c *contacts[T]) outside(lane int) bool { return c.idle != nil && c.idle[lane] >= 0 }
