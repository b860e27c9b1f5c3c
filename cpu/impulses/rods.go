package impulses

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/rod"
	"hooke/model/rod/chain"
)

// rods are the segments of rods and their joints, as docs/physics.md has them: soft
// constraints of three components on velocities and spins. Everything follows from the
// positions and orientations at the start of the substep, as for springs.
type rods[T table.Real] struct {
	set    *chain.Set
	model  *model.Model
	params model.Params // of a substep
	drag   T            // its factor on a spin
	held   []int        // the clamp of each segment, see chain.Set.Held
	lanes  [][2]int     // of the ends of each segment
	lane   []uint32     // of each mass
	parts  []*chain.Part

	orientation []quaternion[T]
	spin        []vector[T]     // [rad/s]
	target      []quaternion[T] // where segments that are held must be at the end of the substep
	inverse     []matrix[T]     // I⁻¹ of each segment in the world [1/(kg·m²)]; 0 for held ones
	ends, bends []soft[T]
}

// soft is a soft constraint of three components in a substep.
type soft[T table.Real] struct {
	axes    matrix[T] // to the world: the impulse is axes (S Δ), and the rate the transpose of it
	scale   vector[T] // S
	pull    vector[T] // (h/α) S C
	inverse matrix[T] // M⁻¹
	weight  matrix[T] // W in its axes
	arm     vector[T] // d of an end [m]
	done    vector[T] // z
}

// newRods finds the rods of a model; nil without rods.
func newRods[T table.Real](m *model.Model, laneOf []uint32) *rods[T] {
	set := chain.Of(m)
	if len(set.Segments) == 0 {
		return nil
	}
	r := &rods[T]{set: set, model: m, lane: laneOf, parts: chain.NewParts(set, m.MassCount()), ends: make([]soft[T], len(set.Segments)), bends: make([]soft[T], len(set.Joints)),
		inverse: make([]matrix[T], len(set.Segments)), target: make([]quaternion[T], len(set.Segments))}
	for k := range set.Segments {
		one := &set.Segments[k]
		r.lanes = append(r.lanes, [2]int{int(laneOf[one.Ends[0]]), int(laneOf[one.Ends[1]])})
		r.orientation, r.spin = append(r.orientation, narrowed[T](m.Segments[one.Spring].Start)), append(r.spin, vector[T]{})
	}
	return r
}

// use takes the parameters of a substep.
func (r *rods[T]) use(p model.Params) {
	r.params, r.drag, r.held = p, T(p.DragFactor()), r.set.Held(p.Clamps)
}

// clamped returns the orientation that a clamp gives a segment at a time [s].
func (r *rods[T]) clamped(segment int, time float64) mgl64.Quat {
	return rod.Turn(r.params.Clamps[r.held[segment]].Turn(time)).Mul(r.model.Segments[r.set.Segments[segment].Spring].Start)
}

// begin finds the constraints of segments, or joints, from first to last−1, of a substep that ends
// at a time [s].
func (r *rods[T]) begin(m *motion[T], time float64, first, last int, b *book) {
	for k := first; k < min(last, len(r.ends)); k++ {
		r.beginSpin(k, time, b)
		r.beginEnd(m, k)
	}
}

// beginSpin applies drag to the spin of a segment, or sets the spin that brings a held one to
// its orientation.
func (r *rods[T]) beginSpin(k int, time float64, b *book) {
	one := &r.set.Segments[k]
	if r.held[k] >= 0 {
		to := r.clamped(k, time)
		way := rod.Vector(to.Mul(widened(r.orientation[k]).Conjugate())).Mul(1 / r.params.DT)
		r.target[k], r.spin[k], r.inverse[k] = narrowed[T](to), kernels.Narrow[T](way), matrix[T]{}
		return
	}
	before := r.spin[k]
	r.spin[k] = add(vector[T]{}, r.drag, before)
	r.dragged(k, before, b)
	axes := rotation(r.orientation[k])
	body := vector[T]{T(1 / one.Across), T(1 / one.Across), T(1 / one.Along)}
	for i := range 3 {
		for j := range 3 {
			r.inverse[k][i][j] = kernels.Dot(scaled(axes[i], body), axes[j])
		}
	}
}

// beginEnd finds the constraint between a segment and its masses.
func (r *rods[T]) beginEnd(m *motion[T], k int) {
	one, c, lanes := &r.set.Segments[k], &r.ends[k], r.lanes[k]
	*c = soft[T]{axes: rotation(r.orientation[k]), arm: add(m.position(lanes[1]), -1, m.position(lanes[0]))}
	off := c.axes.transposed(c.arm)
	off[2] -= T(one.Length)
	var weight matrix[T]
	for j := range 3 {
		axis := vector[T]{c.axes[0][j], c.axes[1][j], c.axes[2][j]} // the effect of an impulse along it
		turned := r.inverse[k].on(cross(c.arm, axis))
		moved := cross(c.arm, turned) // −(ω × d)
		for i := range 3 {
			moved[i] = -moved[i] + (m.w[i][lanes[0]]+m.w[i][lanes[1]])*axis[i]
		}
		weight[j] = c.axes.transposed(moved)
	}
	c.solve(r.params.DT, one.Rod.Delay, one.Rod.Strains(one.Length), off, weight)
}

// beginBends finds the constraints of joints from first to last−1.
func (r *rods[T]) beginBends(first, last int) {
	for k := first; k < min(last, len(r.bends)); k++ {
		j, c := &r.set.Joints[k], &r.bends[k]
		p := product(conjugate(r.orientation[j.From]), r.orientation[j.To])
		if p[0] < 0 {
			p = quaternion[T]{-p[0], -p[1], -p[2], -p[3]}
		}
		v, axes := vector[T]{p[1], p[2], p[3]}, rotation(r.orientation[j.From])
		var off vector[T]
		*c = soft[T]{}
		for i := range 3 {
			off[i] = 2*v[i] - T(j.Rest[i]*j.Length)
			// A w = p_w w + w × p_v, so row i of R Aᵀ is p_w R_i + R_i × p_v.
			c.axes[i] = add(cross(axes[i], v), p[0], axes[i])
		}
		var weight matrix[T]
		for column := range 3 {
			axis := vector[T]{c.axes[0][column], c.axes[1][column], c.axes[2][column]}
			turned := add(r.inverse[j.From].on(axis), 1, r.inverse[j.To].on(axis))
			weight[column] = c.axes.transposed(turned)
		}
		c.solve(r.params.DT, j.Delay, j.Turns, off, weight)
	}
}

// solve forms S, the pull and M⁻¹.
func (c *soft[T]) solve(h, delay float64, stiffness model.Vec3, off vector[T], weight matrix[T]) {
	alpha := h*h + h*delay
	c.weight = weight
	var m matrix[T]
	for i := range 3 {
		c.scale[i] = T(math.Sqrt(alpha * stiffness[i]))
		c.pull[i] = T(h/alpha) * c.scale[i] * off[i]
	}
	for i := range 3 {
		for j := range 3 {
			m[i][j] = c.scale[i] * c.scale[j] * (weight[i][j] + weight[j][i]) / 2
		}
		m[i][i]++
	}
	c.inverse = m.inverse()
}

// change returns Δ of one more visit, with the rate in the world.
func (c *soft[T]) change(rate vector[T]) vector[T] {
	u := scaled(c.scale, c.axes.transposed(rate))
	change := c.inverse.on(add(add(c.pull, 1, u), 1, c.done))
	return vector[T]{-change[0], -change[1], -change[2]}
}

// rateOfEnd is v_b − v_a − ω × d [m/s].
func (r *rods[T]) rateOfEnd(m *motion[T], k int) vector[T] {
	a, b := r.lanes[k][0], r.lanes[k][1]
	return add(add(m.velocity(b), -1, m.velocity(a)), -1, cross(r.spin[k], r.ends[k].arm))
}

// finish turns segments from first to last−1 by their spin, as free symmetric tops. bad says that
// something may be no finite number.
func (r *rods[T]) finish(first, last int) (bad bool) {
	h, sum := T(r.params.DT), T(0)
	for k := first; k < min(last, len(r.spin)); k++ {
		if r.held[k] >= 0 {
			r.orientation[k] = r.target[k]
			continue
		}
		one, q := &r.set.Segments[k], r.orientation[k]
		axes := rotation(q)
		body := axes.transposed(r.spin[k])
		l := axes.on(scaled(vector[T]{T(one.Across), T(one.Across), T(one.Along)}, body))
		tangent := vector[T]{axes[0][2], axes[1][2], axes[2][2]}
		own := body[2] * T(1-one.Along/one.Across) // L_z (1/I_along − 1/I_across)
		q = product(turnBy(add(vector[T]{}, h*T(1/one.Across), l)), product(turnBy(add(vector[T]{}, h*own, tangent)), q))
		r.orientation[k] = unit(q)
		axes = rotation(r.orientation[k])
		r.spin[k] = axes.on(scaled(vector[T]{T(1 / one.Across), T(1 / one.Across), T(1 / one.Along)}, axes.transposed(l)))
		sum += q[0] - q[0] + kernels.Dot(r.spin[k], vector[T]{})
	}
	return sum != 0
}

// residual returns how far rods are from solved, as strain, and the spring that has it; −1 without rods.
func (r *rods[T]) residual(m *motion[T]) (strain float64, spring int) {
	spring = -1
	look := func(c *soft[T], rate vector[T], by float64, segment uint32) {
		off := kernels.Widen(c.weight.on(scaled(c.scale, c.change(rate)))).Len() * r.params.DT * by
		if spring < 0 || off > strain {
			strain, spring = off, int(r.set.Segments[segment].Spring)
		}
	}
	for k := range r.ends {
		look(&r.ends[k], r.rateOfEnd(m, k), 1/r.set.Segments[k].Length, uint32(k))
	}
	for k := range r.bends {
		j := &r.set.Joints[k]
		look(&r.bends[k], add(r.spin[j.To], -1, r.spin[j.From]), r.set.Segments[j.To].Rod.Thick()/j.Length, j.To)
	}
	return strain, spring
}
