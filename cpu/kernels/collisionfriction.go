package kernels

import (
	"math"
	"math/bits"
	"slices"

	"hooke/cpu/table"
)

// PairFrictionNumbers are the numbers of a step that friction of pairs needs.
type PairFrictionNumbers[T table.Real] struct {
	Time  T // of a pass [s]
	Free  T // from a velocity after the step to the one that friction judges
	Drag  T // and back
	Reach T // how far a mass moves, for each change of its velocity [s]
}

// PairFrictionCall holds the arguments of a kernel that applies the friction of pairs, and of one that
// moves masses by its sum. Assembly reads the first fields.
type PairFrictionCall[T table.Real] struct {
	pairCall[T]
	x          *T                      // lane 0 in the array x
	stride     int64                   // from the array x to y and z [bytes]
	v          *T                      // lane 0 in the array vx
	vStride    int64                   // from the array vx to vy and vz [bytes]
	gain       *T                      // lane 0 of the change by earlier passes [m/s], or nil for the first
	out        *T                      // lane 0 of the change including this pass
	gainStride int64                   // from array to array of both [bytes]
	perMass    *T                      // 1/m of lane 0 [1/kg]
	movable    *Movable                // movable axes of slice 0
	numbers    *PairFrictionNumbers[T] //
	most       [table.Width]T          // result of nudge: squares of the longest ways [m²]

	// Plain Go reads these.
	state        Motions[T]
	before, gone Motion[T] // gain and out; before may be empty
	masses       *Masses[T]
}

// Set points the call at count of the slices with pairs from first on. before is the change
// of velocities by earlier passes, empty for the first, and after the change including this
// one; for nudge, before is that of all. alone means that no mass touches two.
func (c *PairFrictionCall[T]) Set(state Motions[T], p *Pairs[T], first, count int, before, after Motion[T], m *Masses[T], n *PairFrictionNumbers[T], alone bool) {
	c.set(p, first, count)
	if alone {
		c.counts = nil
	}
	c.state, c.before, c.gone, c.masses, c.numbers, c.most = state, before, after, m, n, [table.Width]T{}
	c.x, c.stride = state.Position.lane(0), state.Position.strideBytes()
	c.v, c.vStride = &state.Velocity.Array(ArrayVX)[table.Width], state.Velocity.strideBytes()
	c.gain, c.out, c.gainStride = nil, after.lane(0), after.strideBytes()
	if before.Arena != nil {
		c.gain = before.lane(0)
	}
	c.perMass, c.movable = &m.PerMass[0], &m.Movable[0]
}

// Most returns the square of the longest way of a mass [m²], of nudge.
func (c *PairFrictionCall[T]) Most() T { return slices.Max(c.most[:]) }

// PairFrictionGo sums the friction of a pass on masses that touch, at the velocities w that the passes
// before have left:
//
//	J = m_r |w_t|/c, c = max(touches of i, touches of j),
//	J ← min(J, μk F_N dt) where J > μs F_N dt,
//	w_i ← w_i − J w_t/(|w_t| m_i),
//
// with w_t the part of w_i − w_j across n. It writes nothing for slices that no pair pushes.
func PairFrictionGo[T table.Real](c *PairFrictionCall[T]) {
	for s := range c.some {
		slice := &c.some[s]
		if slice.Pushed == 0 {
			continue
		}
		for lane := range table.Width {
			at := int(slice.Slice)*table.Width + lane
			own := c.velocity(at)
			var impulse, gain [3]T
			for column := slice.First; column < slice.First+slice.Count; column++ {
				if c.pairs.Columns[column].Pushed>>lane&1 != 0 {
					c.addImpulse(&impulse, own, column, at, lane)
				}
			}
			if c.gain != nil {
				gain = c.before.Get(ArrayX, at)
			}
			for axis := range 3 {
				if c.masses.Movable[slice.Slice][axis]>>lane&1 != 0 {
					gain[axis] += impulse[axis] * c.masses.PerMass[at]
				}
			}
			c.gone.Set(ArrayX, at, gain)
		}
	}
}

// velocity returns w of a lane, with the change by friction [m/s].
func (c *PairFrictionCall[T]) velocity(lane int) [3]T {
	w := c.state.Velocity.Get(ArrayVX, lane)
	var gain [3]T
	if c.gain != nil {
		gain = c.before.Get(ArrayX, lane)
	}
	for axis := range 3 {
		w[axis] = w[axis]*c.numbers.Free + gain[axis]
	}
	return w
}

// addImpulse adds the impulse of friction of a pair on a lane [N·s], whose mass has the
// velocity own.
func (c *PairFrictionCall[T]) addImpulse(impulse *[3]T, own [3]T, column uint32, at, lane int) {
	touch, law := &c.pairs.Touches[column], &c.pairs.Laws[c.pairs.Columns[column].Law]
	other := int(c.pairs.Others[column][lane])
	push := [3]T{touch[0][lane], touch[1][lane], touch[2][lane]}
	force := T(math.Sqrt(float64(Dot(push, push))))
	if force <= leastPush {
		return
	}
	n, w, with := push, own, c.velocity(other)
	for axis := range 3 {
		n[axis] /= force
		w[axis] -= with[axis]
	}
	along := Dot(w, n)
	for axis := range 3 {
		w[axis] -= along * n[axis]
	}
	speed := T(math.Sqrt(float64(Dot(w, w))))
	if speed <= leastSlip {
		return
	}
	part := law.Reduced[lane]
	if c.counts != nil {
		part /= T(max(c.pairs.Counts[at], c.pairs.Counts[other]))
	}
	pressed := force * c.numbers.Time
	if most := part * speed; most > law.Static[lane]*pressed {
		part = min(law.Kinetic[lane]*pressed, most) / speed
	}
	for axis := range 3 {
		impulse[axis] -= part * w[axis]
	}
}

// Below these, squares are no numbers with all their digits in float32: a weaker push, or a slower slip, has
// no friction.
const (
	leastPush = 1e-18 // [N]
	leastSlip = 1e-18 // [m/s]
)

// NudgeGo adds the change by friction to the velocities of the masses of slices that a pair
// pushes, and moves them.
func NudgeGo[T table.Real](c *PairFrictionCall[T]) {
	n := c.numbers
	for s := range c.some {
		for pushed := c.some[s].Pushed; pushed != 0; pushed &= pushed - 1 {
			j := bits.TrailingZeros32(pushed)
			lane := int(c.some[s].Slice)*table.Width + j
			x, v, gain := c.state.Position.Get(ArrayX, lane), c.state.Velocity.Get(ArrayVX, lane), c.before.Get(ArrayX, lane)
			before := x
			for axis := range 3 {
				v[axis] += n.Drag * gain[axis]
				x[axis] += n.Reach * gain[axis]
			}
			d := [3]T{x[0] - before[0], x[1] - before[1], x[2] - before[2]}
			c.most[j] = max(c.most[j], Dot(d, d))
			c.state.Position.Set(ArrayX, lane, x)
			c.state.Velocity.Set(ArrayVX, lane, v)
		}
	}
}
