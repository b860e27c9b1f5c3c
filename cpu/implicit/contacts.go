package implicit

import (
	"hooke/cpu/divided"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// alone is what acts on masses without any other mass.
type alone struct {
	acts     bool
	contacts []divided.Obstacle
	tuning   []model.Tuning // of masses in contacts per mass; nil: there are none
	pulled   []model.Vec3   // forces that do not depend on where a substep ends [N], by place; nil: there are none
	yield    []sym          // minus the derivative of loads by where it ends [N/m], by place; nil: none yields
}

// chooseAlone prepares for the parameters of a run.
func (s *Solver[T]) chooseAlone() {
	a, p := &s.alone, s.params
	a.tuning = physics.ContactTuning(s.model, p)
	a.pulled, a.yield = nil, nil
	free := s.places.groups() * table.Width
	if p.Loaded() || p.Collision.Acts() {
		a.pulled = make([]model.Vec3, free)
	}
	if len(p.Motors) > 0 || len(p.Handles) > 0 || p.QuadraticDrag > 0 || p.Wind.Blows() {
		a.yield = make([]sym, free)
	}
	a.acts = len(p.Contacts) > 0 || a.pulled != nil
}

// onAlone is the force of loads and contacts on the mass of a place that a substep takes so
// far [N], and how much they yield [N/m].
func (s *Solver[T]) onAlone(at int, way model.Vec3) (f model.Vec3, stiffness sym) {
	a := &s.alone
	if a.pulled != nil {
		f = a.pulled[at]
	}
	if a.yield != nil {
		stiffness = a.yield[at]
		f = f.Sub(stiffness.times(way))
	}
	if len(a.contacts) == 0 {
		return f, stiffness
	}
	x := s.before.At(at)
	s.eachPush(at, x, x.Add(way), func(p push) {
		if p.force == 0 {
			return
		}
		f = f.Add(p.normal.Mul(p.force))
		stiffness.add(outer(p.normal, p.stiffness+p.damping/s.params.DT))
	})
	return f, stiffness
}

// push is what a contact does to a mass that a substep takes to a place.
type push struct {
	*divided.Obstacle
	force, depth       float64 // F_N [N], >= 0, and δ [m], > 0
	normal             model.Vec3
	stiffness, damping float64 // kc [N/m] and bc [N·s/m] for this mass
}

// eachPush calls do with all contacts that have the mass of a place, before at a point, now at x:
//
//	F_N = max(0, kc δ + bc (δ − max(0, δ'))/h)
//
// δ' is the depth before the step, of the surface as it was then. So the damper acts on the part
// of the way that lies within the solid, and the push begins at 0 where δ does.
func (s *Solver[T]) eachPush(at int, before, x model.Vec3, do func(push)) {
	all := s.alone.contacts
	touched := 0
	if s.alone.tuning != nil {
		for k := range all {
			if depth, _ := all[k].Depth(x); depth > 0 {
				touched++
			}
		}
	}
	for k := range all {
		c := &all[k]
		depth, n := c.Depth(x)
		if depth <= 0 {
			continue
		}
		p := push{Obstacle: c, depth: depth, normal: n, stiffness: c.Stiffness, damping: c.Damping}
		if s.alone.tuning != nil {
			i := s.places.mass[at]
			met := c.At(s.alone.tuning[i], s.model.Mass[i], s.params.DT, touched)
			p.stiffness, p.damping = met.Stiffness, met.Damping
		}
		p.force = p.stiffness * depth
		if p.damping > 0 {
			p.force += p.damping * (depth - max(0, c.DepthBefore(before))) / s.params.DT
		}
		p.force = max(0, p.force)
		do(p)
	}
}

// rub is Coulomb's friction of contacts on the mass of a place at the end of a substep, as one
// impulse. It acted as a force during the substep, so it takes the mass h times what it changes the
// velocity by. It returns that change, for a velocity [m/s], and books what friction takes and
// gives.
func (s *Solver[T]) rub(at int, way, v model.Vec3, flows *model.Flows) (change model.Vec3) {
	mass := s.places.mass[at]
	m, pin := s.model.Mass[mass], s.model.PinOf(int(mass))
	x := s.before.At(at)
	end := x.Add(way)
	w := v
	s.eachPush(at, x, end, func(p push) {
		if p.StaticFriction == 0 || p.force == 0 {
			return
		}
		slip, surface := p.Slowed(w, end, p.normal, p.force*s.params.DT/m)
		gain := divided.Unpinned(slip, pin).Mul(-1)
		given := m * gain.Dot(surface)
		flows.Friction += given - m*gain.Dot(w.Add(gain.Mul(0.5)))
		flows.Constraints += given
		w = w.Add(gain)
	})
	return w.Sub(v)
}
