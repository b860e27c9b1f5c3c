package kernels

import (
	"math"
	"math/bits"

	"hooke/cpu/table"
)

// SlideCall holds the arguments and the results of a kernel that sums the dissipation of a
// plane in a step of symplectic Euler, for masses that continue to slide on it or to stick
// there. That is known without the other forces on them, since sliding friction is against
// the remaining slip. Assembly reads the first fields.
type SlideCall[T table.Real] struct {
	x, u, w  *T          // first lane in the arrays x, and vx of the velocities before and after the step
	stride   int64       // from array to array [bytes]
	plane    *contact[T] //
	touching *uint16     // a bit for each mass of a slice that is in the plane; result: those that are left, see SlideGo
	movable  *Movable    // of the first slice
	slices   int64       // number of slices, at least 1
	sum      [8]float64  // result: of lane i and lane i+8 of all slices [W]
	friction [8]float64  // result: the same of friction [W]

	// Plain Go reads these.
	from, to Motions[T]
	on       *contact[T]
	sets     *Masses[T]
	first    int
	found    []uint16
}

// Parts of the largest speed of a mass along an axis: a mass that slides faster than the first after the
// step slides, and one that does not slide faster than the second, before and after it, sticks. Rounding is
// 1e-7 of it.
const (
	surelySlides = 1e-2
	surelySticks = 1e-6
)

// Aim aims a call at the slices from first on that touching has bits of, with the only plane of a
// run.
func (c *SlideCall[T]) Aim(g *Integration[T], from, to Motions[T], first int, touching []uint16) {
	at := first * table.Width
	c.x, c.stride = from.Position.lane(at), from.Position.strideBytes()
	c.u, c.w = &from.Velocity.Array(ArrayVX)[table.Width+at], &to.Velocity.Array(ArrayVX)[table.Width+at]
	c.plane, c.touching, c.movable, c.slices = &g.Planes[0], &touching[0], &g.Masses.Movable[first], int64(len(touching))
	c.sum, c.friction = [8]float64{}, [8]float64{}
	c.from, c.to, c.on, c.sets, c.first, c.found = from, to, &g.Planes[0], &g.Masses, first, touching
}

// Damping returns the dissipation of the plane's damper [W], and Friction that of its friction.
func (c *SlideCall[T]) Damping() float64  { return addUp(&c.sum) / 2 }
func (c *SlideCall[T]) Friction() float64 { return addUp(&c.friction) / 2 }

// SlideGo sums, with the velocities u before and w after the step and the part s of w across
// n,
//
//	min(kc δ, bc u·n) (u + w)·n  and  μk F_N s·(u + w)/|s|
//
// for masses that slide; without friction for those that stick. It skips masses of which
// neither is certain, and those pinned along an axis.
func SlideGo[T table.Real](c *SlideCall[T]) {
	p := c.on
	for s := range c.found {
		m := c.sets.Movable[c.first+s]
		for some := c.found[s] & m[0] & m[1] & m[2]; some != 0; some &= some - 1 {
			lane := bits.TrailingZeros16(some)
			at := (c.first+s)*table.Width + lane
			x, u, w := c.from.Position.Get(ArrayX, at), c.from.Velocity.Get(ArrayVX, at), c.to.Velocity.Get(ArrayVX, at)
			parting, later := Dot(u, p.normal), Dot(w, p.normal)
			full := p.Stiffness * (p.offset - Dot(x, p.normal))
			taken := min(full, p.damping*parting)
			var slip, left, with, fastest T // squares
			for axis, n := range p.normal {
				before, after := u[axis]-parting*n, w[axis]-later*n
				slip, left, with = slip+before*before, left+after*after, with+after*(u[axis]+w[axis])
				fastest = max(fastest, u[axis]*u[axis], w[axis]*w[axis])
			}
			sure := left > surelySlides*surelySlides*fastest
			if pushed := full - taken; pushed > 0 && p.Static > 0 {
				if !sure && max(slip, left) > surelySticks*surelySticks*fastest {
					continue
				}
				if sure {
					c.friction[lane%8] += float64(p.Kinetic * pushed * with / T(math.Sqrt(float64(left))))
				}
			}
			c.sum[lane%8] += float64(taken * (parting + later))
			c.found[s] &^= 1 << lane
		}
	}
}
