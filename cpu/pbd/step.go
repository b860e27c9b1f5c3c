package pbd

import (
	"math"

	"hooke/cpu/divided"
	"hooke/cpu/kernels"
	"hooke/model"
)

// zeroLength is the length [m] below which a spring has no direction and moves nothing.
const zeroLength = 1e-12

// begin lets some masses go on without springs: v ← D v + h g, x ← x + h v.
func (s *Solver[T]) begin(flows *model.Flows, first, end int) {
	h, kept := s.params.DT, s.params.DragFactor()
	fall := s.params.Gravity.Mul(h)
	for i := first; i < end; i++ {
		lane := int(s.order.LaneOf[i])
		x := s.now.From.Position.Get(kernels.ArrayX, lane)
		for axis := range 3 {
			s.before[axis][i] = x[axis]
		}
		before := divided.Unpinned(s.velocity(i), s.model.PinOf(i))
		slowed := before.Mul(kept)
		flows.Drag += s.model.Mass[i] * (before.Dot(before) - slowed.Dot(slowed)) / 2
		s.way.Set(i, slowed.Add(divided.Unpinned(fall, s.model.PinOf(i))).Mul(h))
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
// with w = 1/m, and 0 of a mass that is pinned on all axes. Pinned axes keep still. Numbers are
// kept in variables of their own, since this takes nearly all of the time of a step.
func (s *Solver[T]) project(springs []spring) {
	b0, b1, b2 := s.before[0], s.before[1], s.before[2]
	w0, w1, w2 := s.way[0], s.way[1], s.way[2]
	for _, one := range springs {
		l := &s.laws[one.law]
		a, b := int(one.a), int(one.b)
		ofA, ofB := float64(s.perMass[a]), float64(s.perMass[b])
		ax, ay, az := float64(w0[a]), float64(w1[a]), float64(w2[a])
		bx, by, bz := float64(w0[b]), float64(w1[b]), float64(w2[b])
		dx := float64(b0[b]) - float64(b0[a]) + (bx - ax)
		dy := float64(b1[b]) - float64(b1[a]) + (by - ay)
		dz := float64(b2[b]) - float64(b2[a]) + (bz - az)
		length := math.Sqrt(dx*dx + dy*dy + dz*dz)
		if l.share == 0 || ofA+ofB == 0 || length < zeroLength {
			continue
		}
		stretch := length - l.rest
		if l.cable && stretch < 0 {
			continue
		}
		part := l.share * stretch / (length * (ofA + ofB))
		partA, partB := part*ofA, part*ofB
		if s.model.Pin != nil && s.model.Pin[a]|s.model.Pin[b] != 0 {
			move := model.Vec3{dx, dy, dz}
			if pin := s.model.Pin[a]; pin != model.PinAll { // others may read an anchor meanwhile
				s.way.Set(a, model.Vec3{ax, ay, az}.Add(divided.Unpinned(move.Mul(partA), pin)))
			}
			if pin := s.model.Pin[b]; pin != model.PinAll {
				s.way.Set(b, model.Vec3{bx, by, bz}.Sub(divided.Unpinned(move.Mul(partB), pin)))
			}
			continue
		}
		w0[a], w1[a], w2[a] = T(ax+partA*dx), T(ay+partA*dy), T(az+partA*dz)
		w0[b], w1[b], w2[b] = T(bx-partB*dx), T(by-partB*dy), T(bz-partB*dz)
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
