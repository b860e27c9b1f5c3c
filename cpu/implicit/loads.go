package implicit

import (
	"hooke/cpu/divided"
	"hooke/cpu/table"
	"hooke/model"
)

// loadsAtStart takes loads at the start of a substep, and how they yield where a mass goes
// elsewhere than its velocity says:
//
//	F(x) = F − K (x − x0) − C ((x − x0)/h − v0)
//	handle          K = k I, C = c I          exact
//	motor           C = c a aᵀ                exact; none where its limit holds it
//	quadratic drag  C = 2 q |v| I             at least its derivative
//	wind            C = ρ A (CD + 3/2 CL) |u|/3 I     likewise, of each triangle at a mass
//
// So no load limits the step, and none does something else to what rests.
func (s *Solver[T]) loadsAtStart() {
	a := &s.alone
	a.contacts = divided.ObstaclesOf(a.contacts, s.now.Began, s.now.Contacts)
	for at := range a.pulled {
		a.pulled[at] = model.Vec3{}
		if mass := s.places.mass[at]; mass != nobody && s.now.Load != nil {
			lane := int(s.order.LaneOf[mass])
			f := s.now.Load[lane/table.Width*3*table.Width+lane%table.Width:]
			a.pulled[at] = model.Vec3{float64(f[0]), float64(f[table.Width]), float64(f[2*table.Width])}
		}
	}
	if a.yield != nil {
		s.yields()
	}
	if s.pairs.touches = s.pairs.touches[:0]; len(s.now.Touching) > 0 {
		s.findPairs()
	}
}

// resist has the mass of a place resist a change of its velocity by c [N·s/m].
func (s *Solver[T]) resist(i, at int, c sym) {
	s.alone.yield[at].add(c.scaled(1 / s.params.DT))
	s.alone.pulled[at] = s.alone.pulled[at].Add(c.times(s.velocity(int32(i))))
}

// yields finds how loads yield.
func (s *Solver[T]) yields() {
	p := &s.params
	clear(s.alone.yield)
	for k, motor := range p.Motors {
		axis, speed := motor.UnitAxis(), motor.Speed
		if s.now.Signals != nil {
			speed = s.now.Signals.MotorSpeed[k]
		}
		s.eachFree(motor.Masses, func(i, at int) {
			if size := motor.Damping * (speed - s.velocity(int32(i)).Dot(axis)); motor.Limit == 0 || -motor.Limit < size && size < motor.Limit {
				s.resist(i, at, outer(axis, motor.Damping))
			}
		})
	}
	for _, handle := range p.Handles {
		s.eachFree([]uint32{handle.Mass}, func(i, at int) {
			s.alone.yield[at].add(diagonal(handle.Stiffness))
			s.resist(i, at, diagonal(handle.Damping))
		})
	}
	if p.QuadraticDrag > 0 {
		s.eachFree(nil, func(i, at int) { s.resist(i, at, diagonal(2*p.QuadraticDrag*s.velocity(int32(i)).Len())) })
	}
	if p.Wind.Blows() {
		s.windYields()
	}
}

// windYields finds how wind yields.
func (s *Solver[T]) windYields() {
	w, air := s.params.Wind, s.params.Wind.At(0)
	if s.now.Signals != nil {
		air = s.now.Signals.Wind
	}
	free := s.places.groups() * table.Width
	for _, t := range s.model.Triangles {
		var x, v [3]model.Vec3
		for k, corner := range t {
			x[k], v[k] = s.position(int32(corner)), s.velocity(int32(corner))
		}
		area := x[1].Sub(x[0]).Cross(x[2].Sub(x[0])).Len() / 2
		u := air.Sub(v[0].Add(v[1]).Add(v[2]).Mul(1. / 3)).Len()
		c := diagonal(w.Density() * area * (w.Drag + 1.5*w.Lift) * u / 3)
		for _, corner := range t {
			if at := int(s.places.of[corner]); at < free {
				s.resist(int(corner), at, c)
			}
		}
	}
}

// putOnPaths has masses on paths go where the drives say.
func (s *Solver[T]) putOnPaths() {
	for k, g := range s.params.Guides {
		if g.Kind == model.OnPath {
			s.model.Each(g.Masses, func(i int) {
				at := int(s.places.of[i])
				s.way.Set(at, s.model.RestPosition[i].Add(s.now.Signals.PathOffset[k]).Sub(s.before.At(at)))
			})
		}
	}
}
