package implicit

import (
	"math"

	"hooke/cpu/table"
	"hooke/model"
)

// book books what a substep has done until friction acts, by the forces of its end along the
// ways that masses went.
func (s *Solver[T]) book() {
	s.bookSprings()
	free, h := s.places.groups()*table.Width, s.params.DT
	for at := range free {
		if s.places.mass[at] != nobody {
			s.bookMass(at, h)
		}
	}
	s.bookPairs()
}

// bookSprings books what dampers take, and what masses that are pinned on all axes and moved
// get from springs.
func (s *Solver[T]) bookSprings() {
	free := s.places.groups() * table.Width
	for n, ends := range s.model.Ends {
		if s.lawOf[n] < 0 {
			continue
		}
		l := &s.laws[s.lawOf[n]]
		a, b := int(s.places.of[ends[0]]), int(s.places.of[ends[1]])
		wayA, wayB := s.way.At(a), s.way.At(b)
		was, moved := s.before.At(b).Sub(s.before.At(a)), wayB.Sub(wayA)
		d := was.Add(moved)
		pull, along, across := l.on(was, moved, d)
		if along == 0 && across == 0 && pull == 0 {
			continue
		}
		if l.c > 0 {
			s.works.Damping += (pull - l.k*(1-l.rest/d.Len())) * d.Dot(moved)
		}
		if a >= free {
			s.works.Constraints -= pull * d.Dot(wayA)
		}
		if b >= free {
			s.works.Constraints += pull * d.Dot(wayB)
		}
	}
}

// bookMass books what acts on the mass of a place alone.
func (s *Solver[T]) bookMass(at int, h float64) {
	f, way := &s.works, s.way.At(at)
	mass := s.places.mass[at]
	v := way.Mul(1 / h)
	f.Drag += s.model.Mass[mass] * (1/s.params.DragFactor() - 1) * v.Dot(v)
	if s.alone.pulled != nil {
		pulled := s.alone.pulled[at]
		if s.alone.yield != nil {
			pulled = pulled.Sub(s.alone.yield[at].times(way))
		}
		f.External += pulled.Dot(way)
	}
	if q := s.params.QuadraticDrag; q > 0 { // it is among the loads
		before := s.velocity(mass)
		slowing := q * before.Len() * v.Mul(2).Sub(before).Dot(way)
		f.Drag, f.External = f.Drag+slowing, f.External+slowing
	}
	x := s.before.At(at)
	s.eachPush(at, x, x.Add(way), func(p push) {
		surface := p.SurfaceVelocity(x.Add(way), p.normal, 0).Dot(p.normal) * h
		f.ContactDamping -= (p.force - p.stiffness*p.depth) * (way.Dot(p.normal) - surface)
		f.Constraints += p.force * surface
	})
}

// bookPairs takes the pushes of pairs from the work of loads, among which they acted.
func (s *Solver[T]) bookPairs() {
	free := s.places.groups() * table.Width
	for k := range s.pairs.touches {
		t, apart := &s.pairs.touches[k], 0.0
		for side, i := range [2]uint32{t.I, t.J} {
			at := int(s.places.of[i])
			along := s.way.At(at).Dot(t.normal) * float64(1-2*side)
			apart += along
			if at >= free {
				s.works.Constraints -= t.push * along
			} else {
				s.works.External -= t.push * along
			}
		}
		s.works.ContactDamping -= t.damped * apart
	}
}

// bookRubbed books an impulse of friction of pairs on a mass [N·s], with the mean of its
// velocities before and after it.
func (s *Solver[T]) bookRubbed(i int, impulse, mean model.Vec3) {
	work := impulse.Dot(mean)
	s.works.Friction -= work
	if s.model.PinOf(i) == model.PinAll {
		s.works.Constraints -= work
	}
}

// bookActuators books what actuators do to springs at the start of a substep, where rest
// lengths change to those of its end.
func (s *Solver[T]) bookActuators(before, after []float64) {
	for n, ends := range s.model.Ends {
		if s.lawOf[n] < 0 {
			continue
		}
		key := &s.keys[s.lawOf[n]]
		if key.actuator == 0 {
			continue
		}
		length := s.position(int32(ends[1])).Sub(s.position(int32(ends[0]))).Len()
		s.works.Actuators += key.elastic(length, after) - key.elastic(length, before)
	}
}

// elastic is the energy of a spring of some length with L0(t)/L0 of each actuator [J].
func (k *lawKey) elastic(length float64, scale []float64) float64 {
	stretch := length - k.rest*scale[k.actuator-1]
	if k.cable {
		stretch = math.Max(0, stretch)
	}
	return k.k * stretch * stretch / 2
}
