package impulses

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/kernels"
	"hooke/model"
	"hooke/model/rod/chain"
)

// eliminate prepares the solution of a part, in float64 in every precision: stiff rods lose more digits in
// elimination than float32 has.
func (r *rods[T]) eliminate(m *motion[T], p *chain.Part) {
	p.Clear()
	for _, i := range p.Masses {
		row, lane, inertia := p.Mass(i), r.lane[i], model.Vec3{1, 1, 1}
		for axis := range 3 {
			if w := m.w[axis][lane]; w == 0 {
				p.Hold(row + axis)
			} else {
				inertia[axis] = 1 / float64(w)
			}
		}
		p.Add(row, row, mgl64.Diag3(inertia))
	}
	for _, k := range p.Segments {
		row, one := p.Segment(k), &r.set.Segments[k]
		if r.held[k] >= 0 {
			for axis := range 3 {
				p.Hold(row + axis)
			}
		}
		// Across + (Along − Across) t tᵀ
		t := widened(r.orientation[k]).Rotate(model.Vec3{0, 0, 1})
		p.Add(row, row, mgl64.Ident3().Mul(one.Across).Add(outer(t, t).Mul(one.Along-one.Across)))
	}
	for _, k := range p.Segments {
		c, ends, segment := &r.ends[k], r.set.Segments[k].Ends, p.Segment(k)
		g, d := c.stiffness(), kernels.Widen(c.arm)
		turned := mgl64.Mat3FromCols(g.Mul3x1(d.Cross(model.Vec3{1})), g.Mul3x1(d.Cross(model.Vec3{0, 1})), g.Mul3x1(d.Cross(model.Vec3{0, 0, 1}))) // the pull of a spin at end B
		about := mgl64.Mat3FromCols(turned.Col(0).Cross(d), turned.Col(1).Cross(d), turned.Col(2).Cross(d))
		a, b := p.Mass(ends[0]), p.Mass(ends[1])
		p.Add(a, a, g)
		p.Add(b, b, g)
		p.Add(a, b, g.Mul(-1))
		p.Add(b, segment, turned)
		p.Add(a, segment, turned.Mul(-1))
		p.Add(segment, segment, about)
	}
	for _, k := range p.Joints {
		j, g := &r.set.Joints[k], r.bends[k].stiffness()
		p.Add(p.Segment(j.From), p.Segment(j.From), g)
		p.Add(p.Segment(j.To), p.Segment(j.To), g)
		p.Add(p.Segment(j.From), p.Segment(j.To), g.Mul(-1))
	}
	p.Factor()
}

func outer(a, b model.Vec3) mgl64.Mat3 {
	return mgl64.Mat3FromCols(a.Mul(b[0]), a.Mul(b[1]), a.Mul(b[2]))
}

// stiffness returns A S² Aᵀ of a constraint: a column of A S times itself, for each.
func (c *soft[T]) stiffness() (g mgl64.Mat3) {
	for axis := range 3 {
		column := model.Vec3{float64(c.axes[0][axis]), float64(c.axes[1][axis]), float64(c.axes[2][axis])}.Mul(float64(c.scale[axis]))
		g = g.Add(outer(column, column))
	}
	return g
}

// lacking returns −(pull + S u + z), with the rate in the world: the change of z at that
// rate.
func (c *soft[T]) lacking(rate model.Vec3) (out model.Vec3) {
	for axis := range 3 {
		u := 0.0
		for i := range 3 {
			u += float64(c.axes[i][axis]) * rate[i]
		}
		out[axis] = -(float64(c.pull[axis]) + float64(c.scale[axis])*u + float64(c.done[axis]))
	}
	return out
}

// impulse is that of a change of z, in the world.
func (c *soft[T]) impulse(change model.Vec3) (out model.Vec3) {
	for axis := range 3 {
		size := float64(c.scale[axis]) * change[axis]
		for i := range 3 {
			out[i] += float64(c.axes[i][axis]) * size
		}
	}
	return out
}

// rates returns those of the constraints of segments and of joints as velocities are [m/s], [rad/s].
func (r *rods[T]) rates(m *motion[T]) (end, bend func(k uint32) model.Vec3) {
	end = func(k uint32) model.Vec3 {
		a, b := r.lanes[k][0], r.lanes[k][1]
		return kernels.Widen(m.velocity(b)).Sub(kernels.Widen(m.velocity(a))).Sub(kernels.Widen(r.spin[k]).Cross(kernels.Widen(r.ends[k].arm)))
	}
	return end, func(k uint32) model.Vec3 {
		j := &r.set.Joints[k]
		return kernels.Widen(r.spin[j.To]).Sub(kernels.Widen(r.spin[j.From]))
	}
}

// solvePart brings all constraints of a part to where no visit changes one, with the velocities of all else
// as they are.
func (r *rods[T]) solvePart(m *motion[T], p *chain.Part, b *book) {
	p.ClearSide()
	end, bend := r.rates(m)
	for _, k := range p.Segments {
		c, ends := &r.ends[k], r.set.Segments[k].Ends
		j := c.impulse(c.lacking(end(k)))
		p.AddSide(p.Mass(ends[0]), j.Mul(-1))
		p.AddSide(p.Mass(ends[1]), j)
		p.AddSide(p.Segment(k), j.Cross(kernels.Widen(c.arm)))
	}
	for _, k := range p.Joints {
		c, joint := &r.bends[k], &r.set.Joints[k]
		j := c.impulse(c.lacking(bend(k)))
		p.AddSide(p.Segment(joint.From), j.Mul(-1))
		p.AddSide(p.Segment(joint.To), j)
	}
	p.Solve()
	changes := make([]model.Vec3, 0, len(p.Segments)+len(p.Joints))
	for _, k := range p.Segments {
		c, ends := &r.ends[k], r.set.Segments[k].Ends
		more := p.At(p.Mass(ends[1])).Sub(p.At(p.Mass(ends[0]))).Sub(p.At(p.Segment(k)).Cross(kernels.Widen(c.arm)))
		changes = append(changes, c.lacking(end(k).Add(more)))
	}
	for _, k := range p.Joints {
		joint := &r.set.Joints[k]
		changes = append(changes, r.bends[k].lacking(bend(k).Add(p.At(p.Segment(joint.To))).Sub(p.At(p.Segment(joint.From)))))
	}
	for at, k := range p.Segments {
		r.strikeEnd(m, int(k), changes[at], b)
	}
	for at, k := range p.Joints {
		r.strikeBend(int(k), changes[len(p.Segments)+at], b)
	}
}

// strikeEnd changes z of the constraint between a segment and its masses.
func (r *rods[T]) strikeEnd(m *motion[T], k int, change model.Vec3, b *book) {
	c := &r.ends[k]
	c.done = add(c.done, 1, kernels.Narrow[T](change))
	impulse := kernels.Narrow[T](c.impulse(change))
	r.strike(m, r.lanes[k][1], impulse, b)
	r.strike(m, r.lanes[k][0], negative(impulse), b)
	turning := cross(c.arm, impulse)
	r.turn(k, negative(turning), negative(r.inverse[k].on(turning)), b)
}

// strikeBend changes z of the constraint between two segments.
func (r *rods[T]) strikeBend(k int, change model.Vec3, b *book) {
	j, c := &r.set.Joints[k], &r.bends[k]
	c.done = add(c.done, 1, kernels.Narrow[T](change))
	impulse := kernels.Narrow[T](c.impulse(change))
	r.turn(int(j.To), impulse, r.inverse[j.To].on(impulse), b)
	r.turn(int(j.From), negative(impulse), negative(r.inverse[j.From].on(impulse)), b)
}
