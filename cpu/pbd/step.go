package pbd

import (
	"math"

	"hooke/cpu/divided"
	"hooke/cpu/kernels"
	"hooke/model"
)

// zeroLength is the length [m] below which a spring has no direction and moves nothing.
const zeroLength = 1e-12

// begin lets some masses go on without springs: v ← (v + h g) D, x ← x + h v.
func (s *Solver[T]) begin(flows *model.Flows, first, end int) {
	h, kept := s.params.DT, s.params.DragFactor()
	fall := s.params.Gravity.Mul(h)
	for i := first; i < end; i++ {
		lane := int(s.order.LaneOf[i])
		x := s.now.From.Position.Get(kernels.ArrayX, lane)
		for axis := range 3 {
			s.before[axis][i] = x[axis]
		}
		free := divided.Unpinned(s.velocity(i).Add(fall), s.model.PinOf(i))
		v := free.Mul(kept)
		flows.Drag += s.model.Mass[i] * (free.Dot(free) - v.Dot(v)) / 2
		s.way.Set(i, v.Mul(h))
		for k := range s.pushed {
			s.pushed[k][i] = 0
		}
	}
}

// velocity is that of a mass at the start of the substep [m/s].
func (s *Solver[T]) velocity(i int) model.Vec3 {
	return kernels.Widen(s.now.From.Velocity.Get(kernels.ArrayVX, int(s.order.LaneOf[i])))
}

// project moves the ends of springs toward their rest lengths, one spring after the other:
//
//	x_A ← x_A + s' w_A/(w_A + w_B) (L − L0) n, x_B likewise, against n
//
// with w = 1/m, and 0 of a mass that is pinned on all axes. Pinned axes keep still.
func (s *Solver[T]) project(springs []spring) {
	for _, one := range springs {
		l := &s.laws[one.law]
		a, b := int(one.a), int(one.b)
		ofA, ofB := float64(s.perMass[a]), float64(s.perMass[b])
		wayA, wayB := s.way.At(a), s.way.At(b)
		d := s.before.At(b).Sub(s.before.At(a)).Add(wayB.Sub(wayA))
		length := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
		if l.share == 0 || ofA+ofB == 0 || length < zeroLength {
			continue
		}
		stretch := length - l.rest
		if l.cable && stretch < 0 {
			continue
		}
		move := d.Mul(l.share * stretch / (length * (ofA + ofB)))
		moveA, moveB := move.Mul(ofA), move.Mul(ofB)
		if s.model.Pin != nil {
			moveA, moveB = divided.Unpinned(moveA, s.model.Pin[a]), divided.Unpinned(moveB, s.model.Pin[b])
		}
		s.way.Set(a, wayA.Add(moveA))
		s.way.Set(b, wayB.Sub(moveB))
	}
}

// pushOut moves some masses out of every contact: x ← x + δ n while δ > 0.
func (s *Solver[T]) pushOut(first, end int) {
	for i := first; i < end; i++ {
		pin := s.model.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		x, way := s.before.At(i), s.way.At(i)
		for k := range s.contacts {
			if depth, n := s.contacts[k].Depth(x.Add(way)); depth > 0 {
				way = way.Add(divided.Unpinned(n.Mul(depth), pin))
				s.way.Set(i, way)
				s.pushed[k][i] += depth
			}
		}
	}
}

// finish makes velocities of the ways that some masses went, and then friction of contacts
// acts: v ← (x − x')/h, then friction, x ← x' + h v.
func (s *Solver[T]) finish(flows *model.Flows, first, end int) (bad bool) {
	h, to := s.params.DT, s.now.To
	for i := first; i < end; i++ {
		lane, pin := int(s.order.LaneOf[i]), s.model.PinOf(i)
		x, way, v := s.before.At(i), s.way.At(i), s.velocity(i)
		if pin != model.PinAll {
			v = way.Mul(1 / h)
			if rubbed := s.rub(flows, i, x.Add(way), v, pin); rubbed != v {
				v, way = rubbed, rubbed.Mul(h)
			}
		}
		x = x.Add(way)
		to.Position.Set(kernels.ArrayX, lane, kernels.Narrow[T](x))
		to.Velocity.Set(kernels.ArrayVX, lane, kernels.Narrow[T](v))
		bad = bad || x.Dot(model.Vec3{})+v.Dot(model.Vec3{}) != 0 // NaN
	}
	return bad
}

// rub is the velocity that friction of contacts leaves of v, of a mass at x.
func (s *Solver[T]) rub(flows *model.Flows, i int, x, v model.Vec3, pin model.Pin) model.Vec3 {
	for k := range s.contacts {
		pushed := s.pushed[k][i]
		if pushed == 0 {
			continue
		}
		_, n := s.contacts[k].Depth(x)
		slip, surface := s.contacts[k].Slowed(v, x, n, pushed/s.params.DT)
		rubbed := divided.Unpinned(v.Sub(slip), pin)
		impulse := rubbed.Sub(v).Mul(s.model.Mass[i])
		given := impulse.Dot(surface)
		flows.Friction += given - impulse.Dot(v.Add(rubbed))/2
		flows.Constraints += given
		v = rubbed
	}
	return v
}
