package ledger

import (
	"hooke/model"
)

// loads evaluates the external forces on every mass [N], with velocities as forces see them.
// Masses that are pinned on all axes have none.
func (k *Keeper) loads(at moment, position, velocity []model.Vec3) {
	p := &k.params
	clear(k.load)
	if !p.Loaded() {
		return
	}
	pull := func(i int, f model.Vec3) {
		if k.model.PinOf(i) != model.PinAll {
			k.load[i] = k.load[i].Add(f)
		}
	}
	for number, force := range p.Forces {
		f := force.Force.Mul(at.signals.ForceFactor[number])
		k.model.Each(force.Masses, func(i int) { pull(i, f) })
	}
	for number, motor := range p.Motors {
		axis, speed := motor.UnitAxis(), at.signals.MotorSpeed[number]
		k.model.Each(motor.Masses, func(i int) {
			size := motor.Damping * (speed - velocity[i].Dot(axis))
			if motor.Limit > 0 {
				size = min(motor.Limit, max(-motor.Limit, size))
			}
			pull(i, axis.Mul(size))
		})
	}
	for _, h := range p.Handles {
		x, v := position[h.Mass], velocity[h.Mass]
		pull(int(h.Mass), h.Target.Sub(x).Mul(h.Stiffness).Add(h.TargetVelocity.Sub(v).Mul(h.Damping)))
	}
	if p.QuadraticDrag > 0 {
		for i, v := range velocity {
			pull(i, v.Mul(-p.QuadraticDrag*v.Len()))
		}
	}
	if p.Wind.Blows() {
		for _, t := range k.model.Triangles {
			a, b, c := t[0], t[1], t[2]
			air := at.signals.Wind
			u := air.Sub(velocity[a]).Add(air.Sub(velocity[b])).Add(air.Sub(velocity[c])).Mul(1. / 3)
			f := blow(p.Wind, position[b].Sub(position[a]).Cross(position[c].Sub(position[a])), u).Mul(1. / 3)
			for _, corner := range t {
				pull(int(corner), f)
			}
		}
	}
}

// blow is the force of air of relative velocity u [m/s] on a triangle with twice its area
// along its normal [N].
func blow(w model.Wind, double, u model.Vec3) model.Vec3 {
	area, speed := double.Len()/2, u.Len()
	if area == 0 || speed == 0 {
		return model.Vec3{}
	}
	n := double.Mul(0.5 / area)
	if n.Dot(u) < 0 {
		n = n.Mul(-1)
	}
	flux := n.Dot(u)
	return u.Mul(w.Drag - w.Lift*flux/speed).Add(n.Mul(w.Lift * speed)).Mul(w.Density() / 2 * area * flux)
}
