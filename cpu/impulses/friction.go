package impulses

import (
	"hooke/model"
	"hooke/physics"
)

// applyFriction applies the friction of pairs and of spans, after the last sweep of a substep.
func (s *Solver[T]) applyFriction(b *book) {
	if s.touches.pairFriction && len(s.touches.pairs) > 0 {
		s.applyPairFriction(b)
	}
	if s.touches.spanFriction {
		s.applySpanFriction(b)
	}
}

// applyPairFriction applies the friction of pairs, given their pushes. Each pass reads the velocities
// after all impulses of earlier passes (Jacobi), and may use its share of F_N h.
func (s *Solver[T]) applyPairFriction(b *book) {
	t := &s.touches
	clear(t.counts)
	for k := range t.pairs {
		one := &t.pairs[k]
		if one.stiff >= 0 {
			one.push = t.all[one.stiff].pressed / s.params.DT
		}
		if one.push > 0 {
			t.counts[one.I]++
			t.counts[one.J]++
		}
	}
	total := make([]model.Vec3, len(t.delta))
	for range t.passes {
		clear(t.delta)
		for k := range t.pairs {
			one := &t.pairs[k]
			if one.push == 0 {
				continue
			}
			now := func(i uint32) model.Vec3 { return s.velocityOf(i).Add(s.gain(i, total[i])) }
			j := one.friction(now(one.I).Sub(now(one.J)), max(t.counts[one.I], t.counts[one.J]), s.params.DT/float64(t.passes))
			t.delta[one.I], t.delta[one.J] = t.delta[one.I].Add(j), t.delta[one.J].Sub(j)
		}
		for i, j := range t.delta {
			total[i] = total[i].Add(j)
		}
	}
	for i, j := range total {
		if j != (model.Vec3{}) {
			s.addFriction(uint32(i), j, b)
		}
	}
}

// friction returns the impulse of friction on the first mass of a pair [N·s] in some time [s], from the
// velocity of it against the other, and the larger number of touches of both.
func (p *pair) friction(w model.Vec3, touches int, time float64) model.Vec3 {
	across := w.Sub(p.normal.Mul(w.Dot(p.normal)))
	speed := across.Len()
	if speed == 0 {
		return model.Vec3{}
	}
	most := p.Reduced * speed / float64(touches)
	if most > p.Static*p.push*time {
		most = min(most, p.Kinetic*p.push*time)
	}
	return across.Mul(-most / speed)
}

// addFriction gives an impulse of friction to a mass.
func (s *Solver[T]) addFriction(i uint32, impulse model.Vec3, b *book) {
	before := s.velocityOf(i)
	b.addFriction(s.work(i, impulse, before, s.speed(i, s.gain(i, impulse))), s.perMass(i) == 0)
}

// applySpanFriction applies the friction of edges and triangles, as one impulse: with the slip w_t of the point
// that is pushed, its mass m_q and the most touches c of a corner,
//
//	J = m_q |w_t|/c ≤ μs F_N h: −(m_q/c) w_t,   else −min(μk F_N h, J) w_t/|w_t|
func (s *Solver[T]) applySpanFriction(b *book) {
	t, m := &s.touches, s.given.Model
	clear(t.counts)
	clear(t.delta)
	s.eachSpan(func(c *model.Contact, of physics.Touch, mass []uint32, surface model.Vec3) {
		if c.StaticFriction > 0 && of.Push(c, s.pointOf(of, mass).Sub(surface)) > 0 {
			for _, i := range mass {
				t.counts[i]++
			}
		}
	})
	s.eachSpan(func(c *model.Contact, of physics.Touch, mass []uint32, surface model.Vec3) {
		slip, w, most := s.pointOf(of, mass).Sub(surface), 0.0, 1
		pushed := of.Push(c, slip)
		slip = slip.Sub(of.Normal.Mul(slip.Dot(of.Normal)))
		for k, i := range mass {
			w += of.Share[k] * of.Share[k] * m.InverseMass(int(i))
			most = max(most, t.counts[i])
		}
		speed := slip.Len()
		if c.StaticFriction == 0 || pushed == 0 || w == 0 || speed == 0 {
			return
		}
		size := speed / (w * float64(most))
		if size > c.StaticFriction*pushed*s.params.DT {
			size = min(size, c.KineticFriction*pushed*s.params.DT)
		}
		impulse := slip.Mul(-size / speed)
		for k, i := range mass {
			t.delta[i] = t.delta[i].Add(impulse.Mul(of.Share[k]))
		}
		b.given(impulse.Dot(surface))
	})
	for i, j := range t.delta {
		if j != (model.Vec3{}) && s.perMass(uint32(i)) != 0 {
			s.addFriction(uint32(i), j, b)
		}
	}
}

// eachSpan calls do with all touches of spans at the start of the substep.
func (s *Solver[T]) eachSpan(do func(c *model.Contact, of physics.Touch, mass []uint32, surface model.Vec3)) {
	t := &s.touches
	for k := range t.spans.Count() {
		corners := 3
		if k < len(t.spans.Edges) {
			corners = 2
		}
		t.spans.EachTouch(k, s.given.Model, s.on.Contacts, t.place, func(_ int, c *model.Contact, of physics.Touch, mass [3]uint32) {
			at := of.At(t.place[mass[0]], t.place[mass[1]], t.place[mass[2]])
			do(c, of, mass[:corners], c.SurfaceVelocity(at, of.Normal, 0))
		})
	}
}

// pointOf returns the velocity of the point that a touch of a span pushes [m/s].
func (s *Solver[T]) pointOf(of physics.Touch, mass []uint32) (v model.Vec3) {
	for k, i := range mass {
		v = v.Add(s.velocityOf(i).Mul(of.Share[k]))
	}
	return v
}
