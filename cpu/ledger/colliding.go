package ledger

import (
	"hooke/cpu/collide"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// ofPairs is the part of Powers for masses that collide: those that touch at the start of the
// step, with lists of that state, and the change by their friction at its end.
type ofPairs[T table.Real] struct {
	lists    *collide.Lists[T] // nil: masses do not collide
	friction bool              // whether friction has acted
}

// addPairs adds the dissipation of pairs of the masses of some slices. Sums do not depend on pairs
// in lists that do not touch.
func (p *Powers[T]) addPairs(flows *model.Flows, room *Room[T], first, count int) {
	l, from, some := p.pairs.lists, 0, 0
	for slice := first; slice < first+count; slice++ {
		if place, ok := l.Of(slice); ok { // in a row among those of the lists, too
			if some == 0 {
				from = place
			}
			some++
		}
	}
	if some == 0 {
		return
	}
	var gained kernels.Motion[T]
	if p.pairs.friction {
		gained = l.Gained()
	}
	room.pairs.Set(p.step.From, p.step.Later, &l.Pairs, from, some, gained, &p.integration.Masses)
	p.kernel.Dissipation(&room.pairs)
	flows.ContactDamping += room.pairs.Damping()
	flows.Friction -= room.pairs.FrictionWork() / p.k.params.DT
	if p.k.params.OnPath() {
		p.addHeld(flows, l.Slices[from:from+some])
	}
}

// addHeld adds the work of pairs on masses that paths move.
func (p *Powers[T]) addHeld(flows *model.Flows, some []kernels.PairSlice) {
	for _, slice := range some {
		for lane := range table.Width {
			at := int(slice.Slice)*table.Width + lane
			if p.integration.Masses.PerMass[at] == 0 {
				_, v := p.velocities(at)
				flows.Constraints -= p.pushed(at).Dot(v)
			}
		}
	}
}

// pushed returns the force of pairs on the mass of a lane [N].
func (p *Powers[T]) pushed(lane int) (sum model.Vec3) {
	l := p.pairs.lists
	if l == nil {
		return sum
	}
	if place, ok := l.Of(lane / table.Width); ok {
		for column := l.Slices[place].First; column < l.Slices[place].First+l.Slices[place].Count; column++ {
			push, _, n, _ := l.PushAt(p.step.From, column, lane, lane%table.Width)
			sum = sum.Add(kernels.Widen(n).Mul(float64(push)))
		}
	}
	return sum
}

// frictionGain returns the change by friction of the velocity of a lane after that of contacts
// [m/s].
func (p *Powers[T]) frictionGain(lane int) (sum model.Vec3) {
	l := p.pairs.lists
	if !p.pairs.friction {
		return sum
	}
	if place, ok := l.Of(lane / table.Width); ok && l.Slices[place].Pushed>>(lane%table.Width)&1 != 0 {
		sum = kernels.Widen(l.Gained().Get(kernels.ArrayX, lane)).Mul(p.k.params.DragFactor())
	}
	return sum
}
