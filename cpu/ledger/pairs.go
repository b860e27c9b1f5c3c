package ledger

import (
	"cmp"
	"slices"

	"hooke/cpu/collide"
	"hooke/laws"
	"hooke/model"
)

// touchingPair is a pair of masses that touch.
type touchingPair struct {
	collide.Pair
	normal model.Vec3 // from J to I
	depth  float64    // [m]
	push   float64    // F_N [N]
}

// pairs returns the pairs that touch at a state, until the next call.
func (k *Keeper) pairs(position, velocity []model.Vec3) []touchingPair {
	k.touching = k.touching[:0]
	if k.pairsOf == nil {
		return nil
	}
	k.pairsOf(position, func(p collide.Pair) {
		d := position[p.I].Sub(position[p.J])
		distance := d.Len()
		if distance >= p.Reach || distance < laws.Shortest {
			return
		}
		t := touchingPair{Pair: p, normal: d.Mul(1 / distance), depth: p.Reach - distance}
		t.push = laws.PushOf(p.Stiffness, p.Damping, t.depth, velocity[p.I].Sub(velocity[p.J]).Dot(t.normal))
		k.touching = append(k.touching, t)
	})
	// The order of lists depends on when they were made.
	slices.SortFunc(k.touching, func(a, b touchingPair) int { return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) })
	return k.touching
}

// pushPairs adds the pushes of pairs to the forces on masses [N].
func (k *Keeper) pushPairs(on []model.Vec3, pairs []touchingPair) {
	for i := range pairs {
		t := &pairs[i]
		f := t.normal.Mul(t.push)
		on[t.I], on[t.J] = on[t.I].Add(f), on[t.J].Sub(f)
	}
}

// countPairs returns the touches of every mass: pairs that push.
func (k *Keeper) countPairs(pairs []touchingPair) []int {
	count := make([]int, k.model.MassCount())
	for i := range pairs {
		if pairs[i].push > 0 {
			count[pairs[i].I]++
			count[pairs[i].J]++
		}
	}
	return count
}

// pairFrictionOfEuler returns the friction of pairs in a step of symplectic Euler, as the impulse on
// every mass [N·s]; nil without friction. total has the forces on masses without weight and
// contacts.
func (k *Keeper) pairFrictionOfEuler(pairs []touchingPair) []model.Vec3 {
	if len(pairs) == 0 || !k.params.Collision.HasFriction() {
		return nil
	}
	w := append([]model.Vec3(nil), k.now.Velocity...)
	var room []touch
	for i := range w {
		if pin := k.model.PinOf(i); pin != model.PinAll {
			room = k.touches(room, i, k.now.Position[i], k.now.contacts)
			_, after, _ := k.afterFriction(room, i, k.now.Position[i], k.now.Velocity[i], k.total[i])
			w[i] = unpinned(w[i].Add(after.Mul(k.params.DT/k.model.Mass[i])), pin)
		}
	}
	return k.pairFriction(pairs, w)
}

// pairFriction returns the impulse of friction of pairs on every mass [N·s], with the velocities w in
// which the step would end without it [m/s]; nil without friction. It works pass by pass
// (Jacobi), each with its part of F_N dt.
func (k *Keeper) pairFriction(pairs []touchingPair, w []model.Vec3) []model.Vec3 {
	c, dt := &k.params.Collision, k.params.DT
	if !c.HasFriction() || dt == 0 || len(pairs) == 0 {
		return nil
	}
	count, passes := k.countPairs(pairs), c.Iterations()
	total, now := make([]model.Vec3, len(w)), append([]model.Vec3(nil), w...)
	for range passes {
		impulse := make([]model.Vec3, len(w))
		for i := range pairs {
			t := &pairs[i]
			slip := across(now[t.I].Sub(now[t.J]), t.normal)
			speed := slip.Len()
			if t.push == 0 || speed == 0 {
				continue
			}
			size := t.Reduced * speed / float64(max(count[t.I], count[t.J]))
			if limit := t.push * dt / float64(passes); size > t.Static*limit {
				size = min(size, t.Kinetic*limit)
			}
			j := slip.Mul(-size / speed)
			impulse[t.I], impulse[t.J] = impulse[t.I].Add(j), impulse[t.J].Sub(j)
		}
		for i, j := range impulse {
			if j != (model.Vec3{}) {
				total[i], now[i] = total[i].Add(j), now[i].Add(k.gain(i, j))
			}
		}
	}
	return total
}

// gain returns the change by an impulse [N·s] of the velocity of a mass [m/s].
func (k *Keeper) gain(i int, impulse model.Vec3) model.Vec3 {
	return unpinned(impulse.Mul(k.model.InverseMass(i)), k.model.PinOf(i))
}

// heldPower returns the power of the friction of pairs on a mass of velocity v that is pinned on
// all axes [W], with its sign turned.
func heldPower(impulses []model.Vec3, i int, v model.Vec3, dt float64) float64 {
	if impulses == nil {
		return 0
	}
	return -impulses[i].Dot(v) / dt
}

// ofPairs returns the dissipation of pairs, and the work on masses pinned on all axes [W].
func (k *Keeper) ofPairs(v velocities) (flows model.Flows) {
	pairs := k.pairs(k.now.Position, v.seen)
	if len(pairs) == 0 {
		return flows
	}
	count := k.countPairs(pairs)
	for i := range pairs {
		t := &pairs[i]
		slip := v.centered[t.I].Sub(v.centered[t.J])
		flows.ContactDamping += (t.Stiffness*t.depth - t.push) * slip.Dot(t.normal)
		if k.model.InverseMass(int(t.I)) == 0 {
			flows.Constraints -= t.push * t.normal.Dot(v.centered[t.I])
		}
		if k.model.InverseMass(int(t.J)) == 0 {
			flows.Constraints += t.push * t.normal.Dot(v.centered[t.J])
		}
		if dt := k.params.DT; v.friction == nil && t.push > 0 && dt > 0 {
			speed := across(slip, t.normal).Len()
			flows.Friction += min(t.Kinetic*t.push, t.Reduced*speed/(float64(max(count[t.I], count[t.J]))*dt)) * speed
		}
	}
	return flows
}
