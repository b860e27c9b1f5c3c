package reaction

import (
	"hooke/model"
	"hooke/physics"
)

// forces writes into f the force on every mass [N] without those of contacts, pins and
// guides: springs, loads, wind, pushes of masses on each other, and weight. Loads do not act
// on masses that are pinned on all axes.
func (l *Law) forces(f []model.Vec3, s *model.State, now *physics.Signals) {
	clear(f)
	m, p := l.model, l.params
	for i, ends := range m.Ends {
		if m.MaterialOf[i] == model.Removed {
			continue
		}
		a, b, pull := ends[0], ends[1], l.springs.Pull(s, i, now.RestScale)
		f[a], f[b] = f[a].Add(pull), f[b].Sub(pull)
	}
	l.wind(f, s, now)
	l.loads(f, s, now)
	for _, t := range l.touches(s) {
		f[t.i], f[t.j] = f[t.i].Add(t.push), f[t.j].Sub(t.push)
	}
	for i := range f {
		f[i] = f[i].Add(p.Gravity.Mul(m.Mass[i]))
	}
}

// loads adds the forces of loads, as docs/physics.md has them.
func (l *Law) loads(f []model.Vec3, s *model.State, now *physics.Signals) {
	m, p := l.model, l.params
	pull := func(i int, by model.Vec3) {
		if m.PinOf(i) != model.PinAll {
			f[i] = f[i].Add(by)
		}
	}
	for k, force := range p.Forces {
		by := force.Force.Mul(now.ForceFactor[k])
		m.Each(force.Masses, func(i int) { pull(i, by) })
	}
	for k, motor := range p.Motors {
		axis := motor.Axis.Normalize()
		m.Each(motor.Masses, func(i int) {
			size := motor.Damping * (now.MotorSpeed[k] - s.Velocity[i].Dot(axis))
			if motor.Limit > 0 {
				size = max(-motor.Limit, min(motor.Limit, size))
			}
			pull(i, axis.Mul(size))
		})
	}
	for _, h := range p.Handles {
		i := int(h.Mass)
		pull(i, h.Target.Sub(s.Position[i]).Mul(h.Stiffness).Add(h.TargetVelocity.Sub(s.Velocity[i]).Mul(h.Damping)))
	}
	if q := p.QuadraticDrag; q > 0 {
		for i, v := range s.Velocity {
			pull(i, v.Mul(-q*v.Len()))
		}
	}
}

// wind adds a third of the force of the air on each triangle to its corners.
func (l *Law) wind(f []model.Vec3, s *model.State, now *physics.Signals) {
	w := l.params.Wind
	if !w.Blows() {
		return
	}
	for _, t := range l.model.Triangles {
		a, b, c := t[0], t[1], t[2]
		u := now.Wind.Sub(s.Velocity[a].Add(s.Velocity[b]).Add(s.Velocity[c]).Mul(1. / 3))
		across := s.Position[b].Sub(s.Position[a]).Cross(s.Position[c].Sub(s.Position[a]))
		area, speed := across.Len()/2, u.Len()
		if area == 0 || speed == 0 {
			continue
		}
		n := across.Mul(0.5 / area)
		if n.Dot(u) < 0 {
			n = n.Mul(-1)
		}
		sine := n.Dot(u) / speed
		by := u.Mul((w.Drag - w.Lift*sine) / speed).Add(n.Mul(w.Lift)).Mul(w.Density() / 2 * speed * speed * area * sine / 3)
		for _, corner := range t {
			if l.model.PinOf(int(corner)) != model.PinAll {
				f[corner] = f[corner].Add(by)
			}
		}
	}
}
