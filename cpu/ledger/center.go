package ledger

import (
	"hooke/model"
)

// center computes, for symplectic Euler, the velocities centered on the positions of the
// state, the means of those before and after the next step, and the power of friction in it.
func (k *Keeper) center() {
	s, now := k.now.State, k.now
	k.loads(now, s.Position, s.Velocity)
	k.forces(k.total, now, s.Position, s.Velocity)
	pairs := k.pairs(s.Position, s.Velocity)
	k.pushPairs(k.total, pairs)
	impulses := k.pairFrictionOfEuler(pairs)
	dt, drag := k.params.DT, k.params.DragFactor()
	model.InBlocks(k.model.MassCount(), func(_, first, last int) {
		room := make([]touch, 0, len(now.contacts))
		for i := first; i < last; i++ {
			v, pin, mass := s.Velocity[i], k.model.PinOf(i), k.model.Mass[i]
			if pin == model.PinAll {
				power := heldPower(impulses, i, v, dt)
				k.other[i], k.friction[i] = v, frictionPower{power, power}
				continue
			}
			room = k.touches(room, i, s.Position[i], now.contacts)
			f, after, given := k.afterFriction(room, i, s.Position[i], v, k.total[i])
			if impulses != nil {
				after = after.Add(impulses[i].Mul(1 / dt))
			}
			next := unpinned(v.Add(after.Mul(dt/mass)).Mul(drag), pin)
			k.other[i] = v.Add(next).Mul(0.5)
			k.friction[i] = frictionPower{taken: given - unpinned(after.Sub(f), pin).Dot(k.other[i]), given: given}
		}
	})
	k.spans.center(k)
	k.centerGuided()
}

// afterFriction returns the force on a mass that can move without friction of contacts, f, and
// with it [N], and the power that surfaces give [W]. total has all but pushes of contacts and
// weight.
func (k *Keeper) afterFriction(touches []touch, i int, x, v, total model.Vec3) (f, after model.Vec3, given float64) {
	pin, mass := k.model.PinOf(i), k.model.Mass[i]
	f = total
	for t := range touches {
		f = f.Add(touches[t].normal.Mul(touches[t].push(x, v)))
	}
	f = unpinned(f.Add(k.params.Gravity.Mul(mass)), pin)
	after = f
	for t := range touches {
		one := touches[t].friction(after, x, v, mass, k.params.DT, k.params.DragFactor())
		after = after.Add(one)
		if touches[t].Trajectory.Moves() {
			given += unpinned(one, pin).Dot(touches[t].surface(x, 0))
		}
	}
	return f, after, given
}

// centerGuided removes the parts of centered velocities that guides do not allow.
func (k *Keeper) centerGuided() {
	for _, g := range k.params.Guides {
		if g.Kind == model.OnPath {
			continue // masses on a path already have its velocity
		}
		direction := g.UnitDirection()
		k.model.Each(g.Masses, func(i int) {
			if g.Kind == model.OnLine {
				k.other[i] = direction.Mul(k.other[i].Dot(direction))
			} else {
				k.other[i] = across(k.other[i], direction)
			}
		})
	}
}

// forces are those of springs, loads, elastic forces on groups and pushes on spans on every mass
// [N]; the loads must have been evaluated.
func (k *Keeper) forces(out []model.Vec3, at moment, position, velocity []model.Vec3) {
	copy(out, k.load)
	k.elastic.push(out)
	k.spans.push(k, out, at.contacts, position, velocity)
	k.addSprings(out, at, position, velocity)
}
