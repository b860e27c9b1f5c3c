package implicit

import (
	"hooke/cpu/divided"
	"math"

	"hooke/cpu/collide"
	"hooke/cpu/kernels"
	"hooke/model"
)

// noDirection is the distance of two masses [m] below which they push in no direction.
const noDirection = 1e-12

// touch is a pair of masses that touch at the start of a substep.
type touch struct {
	collide.Pair
	normal model.Vec3 // from J to I
	push   float64    // F_N [N]
	damped float64    // damper of it, 0 of those that are held back [N]
}

// pairs is what a solver needs where masses collide. All is done by one thread.
type pairs struct {
	position, velocity []model.Vec3 // at the start, by mass [m, m/s]
	touches            []touch
	count              []int32 // touches of each mass that push
	impulse, gained    []model.Vec3
}

// findPairs takes the pairs that touch at the start of a substep, in the order of their masses.
// A pair pushes at most with what takes its masses apart in the substep, with c the larger
// number of touches of the two:
//
//	F_N ≤ m_r (δ/h − (v_i − v_j)·n)/(c h)
//
// so that no stiffness of collisions limits the step.
func (s *Solver[T]) findPairs() {
	p, h := &s.pairs, s.params.DT
	n := s.model.MassCount()
	if p.touches = p.touches[:0]; len(p.position) != n {
		*p = pairs{make([]model.Vec3, n), make([]model.Vec3, n), p.touches, make([]int32, n), make([]model.Vec3, n), make([]model.Vec3, n)}
	}
	for i := range n {
		p.position[i], p.velocity[i] = s.position(int32(i)), s.velocity(int32(i))
	}
	clear(p.count)
	for _, one := range s.now.Touching {
		d := p.position[one.I].Sub(p.position[one.J])
		distance := d.Len()
		if distance >= one.Reach || distance < noDirection {
			continue
		}
		t := touch{Pair: one, normal: d.Mul(1 / distance)}
		elastic := one.Stiffness * (one.Reach - distance)
		t.push = max(0, elastic-one.Damping*p.velocity[one.I].Sub(p.velocity[one.J]).Dot(t.normal))
		t.damped = t.push - elastic
		if t.push > 0 {
			p.count[one.I]++
			p.count[one.J]++
		}
		p.touches = append(p.touches, t)
	}
	for k := range p.touches {
		t := &p.touches[k]
		if t.push == 0 {
			t.damped = 0
			continue
		}
		depth := t.Reach - p.position[t.I].Sub(p.position[t.J]).Len()
		apart := depth/h - p.velocity[t.I].Sub(p.velocity[t.J]).Dot(t.normal)
		if most := t.Reduced * apart / (float64(max(p.count[t.I], p.count[t.J])) * h); t.push > most {
			t.push, t.damped = max(0, most), 0
		}
	}
	s.pushPairs()
}

// pushPairs adds the pushes of pairs to the forces on masses.
func (s *Solver[T]) pushPairs() {
	clear(s.pairs.count)
	for k := range s.pairs.touches {
		t := &s.pairs.touches[k]
		for side, i := range [2]uint32{t.I, t.J} {
			if t.push > 0 {
				s.pairs.count[i]++
			}
			if at := int(s.places.of[i]); at < len(s.alone.pulled) {
				s.alone.pulled[at] = s.alone.pulled[at].Add(t.normal.Mul(t.push * float64(1-2*side)))
			}
		}
	}
}

// rubPairs is the friction of pairs at the end of a substep: impulses, pass by pass, each of
// which reads the velocities that those before have left.
func (s *Solver[T]) rubPairs() {
	p, to, h := &s.pairs, s.now.To, s.params.DT
	passes := s.params.Collision.Iterations()
	if len(p.touches) == 0 || !s.params.Collision.Rubs() {
		return
	}
	for i := range p.velocity {
		p.velocity[i] = kernels.Widen(to.Velocity.Get(kernels.ArrayVX, int(s.order.LaneOf[i])))
	}
	clear(p.gained)
	for range passes {
		clear(p.impulse)
		for k := range p.touches {
			t := &p.touches[k]
			j := t.rub(p.velocity[t.I].Add(p.gained[t.I]).Sub(p.velocity[t.J]).Sub(p.gained[t.J]), max(p.count[t.I], p.count[t.J]), h/float64(passes))
			p.impulse[t.I], p.impulse[t.J] = p.impulse[t.I].Add(j), p.impulse[t.J].Sub(j)
		}
		for i, j := range p.impulse {
			if j == (model.Vec3{}) {
				continue
			}
			gain := divided.Unpinned(j.Mul(s.model.InverseMass(i)), s.model.PinOf(i))
			s.bookRubbed(i, j, p.velocity[i].Add(p.gained[i]).Add(gain.Mul(0.5)))
			p.gained[i] = p.gained[i].Add(gain)
		}
	}
	for i, gain := range p.gained {
		if gain == (model.Vec3{}) {
			continue
		}
		lane := int(s.order.LaneOf[i])
		x := kernels.Widen(to.Position.Get(kernels.ArrayX, lane))
		to.Position.Set(kernels.ArrayX, lane, kernels.Narrow[T](x.Add(gain.Mul(h))))
		to.Velocity.Set(kernels.ArrayVX, lane, kernels.Narrow[T](p.velocity[i].Add(gain)))
	}
}

// rub is the impulse of friction on I [N·s], from the velocity w_i − w_j, the larger number of
// touches of both masses, and the time in which the push acts [s].
func (t *touch) rub(w model.Vec3, touches int32, time float64) model.Vec3 {
	across := w.Sub(t.normal.Mul(w.Dot(t.normal)))
	speed := across.Len()
	if speed == 0 || t.push == 0 {
		return model.Vec3{}
	}
	most := t.Reduced * speed / float64(touches) // all that one touch may take
	if most > t.Static*t.push*time {
		most = math.Min(most, t.Kinetic*t.push*time)
	}
	return across.Mul(-most / speed)
}

// bytes is the memory of the pairs.
func (p *pairs) bytes() int64 {
	return 24*int64(len(p.position)+len(p.velocity)+len(p.impulse)+len(p.gained)) + 4*int64(len(p.count)) + 104*int64(cap(p.touches))
}
