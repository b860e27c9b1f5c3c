package cpuref

import (
	"hooke/cpuref/collide"
	"hooke/cpuref/implicit"
	"hooke/model"
)

// loadsOf evaluates loads at the start of a substep, and their derivatives for displacements
// other than those of the velocity:
//
//	F(x) = F − K (x − x0) − C ((x − x0)/h − v0)
//	handle          K = k I, C = c I          exact
//	motor           C = c a aᵀ                exact; none where its limit holds it
//	quadratic drag  C = 2 q |v| I             at least its derivative
//	wind            C = ρ A (CD + 3/2 CL) |u|/3 I     likewise, of each triangle at a mass
//
// So no load limits the step, and at rest each is exact.
func (s *implicitSteps) loadsOf(e *Engine) {
	m, p, x, v := e.model, s.params, e.state.Position, e.state.Velocity
	clear(s.pulled)
	copy(s.pulled, e.load)
	clear(s.yield)
	resist := func(i int, c implicit.Sym) {
		s.yield[i] = s.yield[i].Plus(c.Scaled(1 / p.DT))
		s.pulled[i] = s.pulled[i].Add(c.Times(v[i]))
	}
	for k, motor := range p.Motors {
		axis := motor.UnitAxis()
		OnEach(m, motor.Masses, func(i int) {
			if size := motor.Damping * (e.now.MotorSpeed[k] - v[i].Dot(axis)); motor.Limit == 0 || -motor.Limit < size && size < motor.Limit {
				resist(i, implicit.Outer(axis, motor.Damping))
			}
		})
	}
	for _, handle := range p.Handles {
		i := int(handle.Mass)
		s.yield[i] = s.yield[i].Plus(implicit.Diagonal(handle.Stiffness))
		resist(i, implicit.Diagonal(handle.Damping))
	}
	if p.QuadraticDrag > 0 {
		for i := range v {
			resist(i, implicit.Diagonal(2*p.QuadraticDrag*v[i].Len()))
		}
	}
	if w := p.Wind; w.Blows() {
		for _, t := range m.Triangles {
			a, b, c := t[0], t[1], t[2]
			area := x[b].Sub(x[a]).Cross(x[c].Sub(x[a])).Len() / 2
			u := against(e.now.Wind, v[a], v[b], v[c]).Len()
			for _, corner := range t {
				resist(int(corner), implicit.Diagonal(w.Density()*area*(w.Drag+1.5*w.Lift)*u/3))
			}
		}
	}
}

// pairs adds the pushes of pairs at the start of a substep to the forces on masses, and
// returns the pairs. A push is at most the one that separates its masses within the substep,
// with the larger number c of touches of the two:
//
//	F_N ≤ m_r (δ/h − (v_i − v_j)·n)/(c h)
//
// so that no stiffness of collisions limits the step.
func (s *implicitSteps) pairs(m *model.Model, x, v []model.Vec3) []collide.Touch {
	touches := collide.Touches(m, s.params, x, v)
	count, h := collide.Counts(m, touches), s.params.DT
	s.damped = append(s.damped[:0], make([]float64, len(touches))...)
	for k := range touches {
		t := &touches[k]
		if t.Push == 0 { // the damper has ended the push of masses that part
			s.damped[k] = -t.Stiffness * t.Depth
			continue
		}
		apart := t.Depth/h - v[t.I].Sub(v[t.J]).Dot(t.Normal)
		if most := t.Reduced * apart / (float64(max(count[t.I], count[t.J])) * h); t.Push > most {
			t.Push = max(0, most)
			continue
		}
		s.damped[k] = t.Push - t.Stiffness*t.Depth
	}
	collide.AddPushes(s.pulled, touches)
	return touches
}

// alone returns the force of loads and contacts on a mass that a substep takes to x [N], and how
// much they yield [N/m].
func (s *implicitSteps) alone(i int, x model.Vec3) (f model.Vec3, stiffness implicit.Sym) {
	stiffness = s.yield[i]
	f = s.pulled[i].Sub(stiffness.Times(x.Sub(s.problem.Before[i])))
	contacts := s.around.of(i, x)
	for k := range contacts {
		if pushed, n := s.push(contacts, k, i, x); pushed > 0 {
			c := &contacts[k]
			f, stiffness = f.Add(n.Mul(pushed)), stiffness.Plus(implicit.Outer(n, stiffnessAlong(c, n)+c.Damping/s.params.DT))
		}
	}
	return f, stiffness
}

// push returns F_N of a contact on a mass that a substep takes to x [N], with the normal there:
//
//	F_N = max(0, kc δ + bc (δ − max(0, δ'))/h)
//
// δ' is the depth before the step, of the surface as it was then. So the damper acts on the
// part of the way that lies within the solid, and the push begins at 0 where δ does; one
// that saw all of the velocity at once would leave masses that arrive without an end of
// their step.
func (s *implicitSteps) push(contacts []model.Contact, k, i int, x model.Vec3) (pushed float64, n model.Vec3) {
	depth, n := Penetration(&contacts[k], x)
	if depth <= 0 {
		return 0, n
	}
	before, _ := Penetration(&s.began[k], s.problem.Before[i])
	c := &contacts[k]
	return max(0, stiffnessAlong(c, n)*depth+c.Damping*(depth-max(0, before))/s.params.DT), n
}

// applyFriction returns the dissipation of Coulomb's friction of contacts on a mass at the end of a
// substep, as one impulse, see applyFriction, and the work of moving surfaces [J]. It acts as
// a force during the substep, so the displacement is h times the change of velocity. x and w
// change in place.
func (s *implicitSteps) applyFriction(m *model.Model, i int, x, w *model.Vec3) (works model.Flows) {
	h, mass, pin := s.params.DT, m.Mass[i], m.PinOf(i)
	end, free := *x, *w
	contacts := s.around.of(i, end)
	for k := range contacts {
		c := &contacts[k]
		pushed, n := s.push(contacts, k, i, end)
		if pushed == 0 || c.StaticFriction == 0 {
			continue
		}
		impulse := Unpinned(slowed(c, *w, end, n, pushed*h/mass), pin).Mul(-mass)
		before := *w
		*w = w.Add(impulse.Mul(1 / mass))
		given := impulse.Dot(SurfaceVelocity(c, end, n, 0))
		works.Friction += given - impulse.Dot(before.Add(*w))/2
		works.Constraints += given
	}
	if *w != free {
		*x = end.Add(w.Sub(free).Mul(h))
	}
	return works
}

// bookImplicit adds the work of a substep before friction to the ledger, by the forces at its
// end along the displacements of masses.
func (e *Engine) bookImplicit(touches []collide.Touch) {
	s, m, x, h := e.implicit, e.model, e.state.Position, e.implicit.params.DT
	springs := s.problem.Works(x)
	f := &s.works
	f.Damping += springs.Damping
	f.Constraints += springs.Held
	for i, at := range x {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		way := at.Sub(s.problem.Before[i])
		v := way.Mul(1 / h)
		f.Drag += m.Mass[i] * (1/s.problem.Kept - 1) * v.Dot(v)
		f.External += s.pulled[i].Sub(s.yield[i].Times(way)).Dot(way)
		if before := e.state.Velocity[i]; s.params.QuadraticDrag > 0 { // it is among the loads
			slowing := s.params.QuadraticDrag * before.Len() * v.Mul(2).Sub(before).Dot(way)
			f.Drag, f.External = f.Drag+slowing, f.External+slowing
		}
		contacts := s.around.of(i, at)
		for k := range contacts {
			c := &contacts[k]
			pushed, n := s.push(contacts, k, i, at)
			if depth, _ := Penetration(c, at); depth > 0 {
				surface := SurfaceVelocity(c, at, n, 0).Dot(n) * h
				f.ContactDamping -= (pushed - stiffnessAlong(c, n)*depth) * (way.Dot(n) - surface)
				f.Constraints += pushed * surface
			}
		}
	}
	s.bookPairs(m, x, touches)
}

// bookPairs takes the pushes of pairs from the work of loads, among which they acted.
func (s *implicitSteps) bookPairs(m *model.Model, x []model.Vec3, touches []collide.Touch) {
	for k, t := range touches {
		apart := 0.0
		for side, i := range [2]int{t.I, t.J} {
			along := x[i].Sub(s.problem.Before[i]).Dot(t.Normal) * float64(1-2*side)
			apart += along
			if m.PinOf(i) == model.PinAll {
				s.works.Constraints -= t.Push * along
			} else {
				s.works.External -= t.Push * along
			}
		}
		s.works.ContactDamping -= s.damped[k] * apart
	}
}

// bookActuators adds the work of actuators on springs at the start of a substep, where rest
// lengths change from the ledger's scale to the current one.
func (e *Engine) bookActuators(works *model.Flows) {
	if l := e.ledger; len(e.now.RestScale) > 0 {
		works.Actuators += elasticOf(e.model, e.own, e.now.RestScale, nil, &e.state) - elasticOf(e.model, e.own, l.scale, nil, &e.state)
		l.scale = append(l.scale[:0], e.now.RestScale...)
	}
}

// closeBooks enters the flows of a step into the ledger; the unexplained rest is the
// solver's.
func (e *Engine) closeBooks(works *model.Flows) {
	l := e.ledger
	if l == nil {
		return
	}
	e.evaluate(1)
	after := e.state
	after.Time = e.timeAfter(1)
	prescribed := prescribedEnergy(e.model, e.params, nil, &after)
	works.Constraints += prescribed - l.prescribed
	l.prescribed = prescribed
	l.now = energyOf(e.model, e.params, e.own, e.now.RestScale, e.spans, nil, nil, &after)
	l.sum = l.sum.Plus(1, *works)
	l.sum.Solver = 0
	l.sum.Solver = l.start.Total() + l.sum.Work() - l.sum.Dissipated() - l.now.Total()
	*works = model.Flows{}
}

// slowed returns the reduction by Coulomb's friction of a velocity w at x: all of the slip
// across n if a normal impulse per mass [m/s] holds it, else as much as possible.
func slowed(c *model.Contact, w, x, n model.Vec3, normal float64) model.Vec3 {
	slip := Tangential(w.Sub(SurfaceVelocity(c, x, n, 0)), n)
	if speed := slip.Len(); speed > c.StaticFriction*normal {
		slip = slip.Mul(min(1, c.KineticFriction*normal/speed))
	}
	return slip
}
