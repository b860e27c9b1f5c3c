package group

import (
	"math"

	"hooke/model"
	"hooke/model/spring"
)

// shaped are the masses of a group with their places at rest.
type shaped struct {
	members
	rest   []model.Vec3 // from the center at rest [m]
	origin model.Vec3   // the center at rest [m]
}

// shapedOf returns the masses of a list that are not pinned on all axes.
func shapedOf(m *model.Model, masses []uint32) shaped {
	s := shaped{members: membersOf(m, masses)}
	total := 0.0
	for k, i := range s.masses {
		s.rest = append(s.rest, m.RestAt(int(i)))
		s.origin, total = s.origin.Add(s.rest[k].Mul(s.mass[k])), total+s.mass[k]
	}
	if total > 0 {
		s.origin = s.origin.Mul(1 / total)
	}
	for k := range s.rest {
		s.rest[k] = s.rest[k].Sub(s.origin)
	}
	return s
}

// orient is the law of an orientation spring, see model.Orient.
type orient struct {
	shaped
	model.Orient
}

func (o *orient) Masses() []uint32 { return o.masses }

// Add adds the forces of the torque, m_i (I⁻¹ τ) × r_i.
func (o *orient) Add(force, position, velocity []model.Vec3, t float64) {
	b := o.move(position, velocity)
	e, slip := o.away(&b, t)
	torque := b.times(e.Mul(o.Stiffness).Add(slip.Mul(o.Damping)))
	for axis := range torque {
		torque[axis] += o.Torsion*e[axis] + o.Drag*slip[axis]
	}
	if size := torque.Len(); o.Limit > 0 && size > o.Limit {
		torque = torque.Mul(o.Limit / size)
	}
	bend := b.solve(torque)
	for k, r := range o.arm {
		force[k] = force[k].Add(bend.Cross(r).Mul(o.mass[k]))
	}
}

// away returns e, how far the target is from the group [rad], and Ω − ω [rad/s].
func (o *orient) away(b *motion, t float64) (e, slip model.Vec3) {
	turned := o.turned()
	up, axis, ok := o.UpAxis()
	if !ok {
		turn, rate := o.At(t)
		return spring.ScaledAxis(spring.FromScaledAxis(turn).Mul(turned.Conjugate())), rate.Sub(b.turn())
	}
	from := turned.Rotate(axis)
	across := from.Cross(up)
	size := across.Len()
	angle := math.Atan2(size, from.Dot(up))
	if size > 0 {
		across = across.Mul(1 / size)
	} else {
		across = turned.Rotate(model.Across(axis))
	}
	slip = b.turn().Mul(-1)
	return across.Mul(angle), slip.Sub(up.Mul(slip.Dot(up)))
}

// times returns I of a vector.
func (b *motion) times(v model.Vec3) model.Vec3 {
	i := &b.inertia
	return model.Vec3{i[0]*v[0] + i[3]*v[1] + i[4]*v[2], i[3]*v[0] + i[1]*v[1] + i[5]*v[2], i[4]*v[0] + i[5]*v[1] + i[2]*v[2]}
}
