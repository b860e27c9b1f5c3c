package rods

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod/chain"
)

// eliminate prepares the solution of a part: the inertia of its bodies, and JᵀGJ of its constraints.
func (s *Solver) eliminate(p *chain.Part) {
	p.Clear()
	for _, i := range p.Masses {
		row := p.Mass(i)
		for axis, w := range s.inverseMass(i) {
			if w == 0 {
				p.Hold(row + axis)
			}
		}
		p.Add(row, row, mgl64.Ident3().Mul(s.model.Mass[i]))
	}
	for _, k := range p.Segments {
		row := p.Segment(k)
		if s.held[k] >= 0 {
			for axis := range 3 {
				p.Hold(row + axis)
			}
		}
		one, axes := &s.Set.Segments[k], matrix(s.orientation[k])
		p.Add(row, row, axes.Mul3(mgl64.Diag3(model.Vec3{one.Across, one.Across, one.Along})).Mul3(axes.Transpose()))
	}
	for _, k := range p.Segments {
		c, ends, segment := &s.ends[k], s.Set.Segments[k].Ends, p.Segment(k)
		g, x := c.stiffness(), crossing(c.arm)
		a, b := p.Mass(ends[0]), p.Mass(ends[1])
		p.Add(a, a, g)
		p.Add(b, b, g)
		p.Add(a, b, g.Mul(-1))
		p.Add(segment, segment, x.Transpose().Mul3(g).Mul3(x))
		p.Add(b, segment, g.Mul3(x))
		p.Add(a, segment, g.Mul3(x).Mul(-1))
	}
	for _, k := range p.Joints {
		j, g := &s.Set.Joints[k], s.bends[k].stiffness()
		from, to := p.Segment(j.From), p.Segment(j.To)
		p.Add(from, from, g)
		p.Add(to, to, g)
		p.Add(from, to, g.Mul(-1))
	}
	p.Factor()
}

// stiffness returns A S² Aᵀ of a constraint.
func (c *soft) stiffness() mgl64.Mat3 {
	return c.axes.Mul3(mgl64.Diag3(scaled(c.scale, c.scale))).Mul3(c.axes.Transpose())
}

// lacking returns −(pull + S u + z), with the rate in the world: the change of z at that
// rate.
func (c *soft) lacking(rate model.Vec3) model.Vec3 {
	return c.pull.Add(scaled(c.scale, c.axes.Transpose().Mul3x1(rate))).Add(c.done).Mul(-1)
}

// solvePart brings all constraints of a part to where no visit changes one, with the velocities of all else
// as they are.
func (s *Solver) solvePart(p *chain.Part, velocity []model.Vec3) {
	p.ClearSide()
	for _, k := range p.Segments {
		c, ends := &s.ends[k], s.Set.Segments[k].Ends
		j := c.impulse(c.lacking(s.rateOfEnd(velocity, int(k))))
		p.AddSide(p.Mass(ends[1]), j)
		p.AddSide(p.Mass(ends[0]), j.Mul(-1))
		p.AddSide(p.Segment(k), c.arm.Cross(j).Mul(-1))
	}
	for _, k := range p.Joints {
		c, joint := &s.bends[k], &s.Set.Joints[k]
		j := c.impulse(c.lacking(s.rateOfBend(int(k))))
		p.AddSide(p.Segment(joint.To), j)
		p.AddSide(p.Segment(joint.From), j.Mul(-1))
	}
	p.Solve()
	ends, bends := make([]model.Vec3, len(p.Segments)), make([]model.Vec3, len(p.Joints))
	for at, k := range p.Segments {
		of := s.Set.Segments[k].Ends
		more := p.At(p.Mass(of[1])).Sub(p.At(p.Mass(of[0]))).Sub(p.At(p.Segment(k)).Cross(s.ends[k].arm))
		ends[at] = s.ends[k].lacking(s.rateOfEnd(velocity, int(k)).Add(more))
	}
	for at, k := range p.Joints {
		joint := &s.Set.Joints[k]
		bends[at] = s.bends[k].lacking(s.rateOfBend(int(k)).Add(p.At(p.Segment(joint.To)).Sub(p.At(p.Segment(joint.From)))))
	}
	for at, k := range p.Segments {
		s.strikeEnd(velocity, int(k), ends[at])
	}
	for at, k := range p.Joints {
		s.strikeBend(int(k), bends[at])
	}
}
