package ledger

import (
	"hooke/laws"
	"hooke/laws/material"
	"hooke/model"
	"hooke/model/inelastic"
)

// star is the springs at every mass: those of mass i are springs[first[i]:first[i+1]],
// ascending.
type star struct{ first, springs []uint32 }

func starOf(m *model.Model) star {
	s := star{first: make([]uint32, m.MassCount()+1), springs: make([]uint32, 2*m.SpringCount())}
	for _, ends := range m.Ends {
		s.first[ends[0]+1]++
		s.first[ends[1]+1]++
	}
	for i := range m.MassCount() {
		s.first[i+1] += s.first[i]
	}
	at := append([]uint32(nil), s.first...)
	for spring, ends := range m.Ends {
		for _, end := range ends {
			s.springs[at[end]] = uint32(spring)
			at[end]++
		}
	}
	return s
}

// law returns how a spring resists that has changed as the list of all says, with the scales of its
// actuator; false of one that is removed or torn.
func (k *Keeper) law(spring int, changes []inelastic.Change, scale []float64) (law material.Spring, exists bool) {
	if k.model.MaterialOf[spring] == model.Removed {
		return law, false
	}
	return k.springs.Changed(changes, spring, scale)
}

// addSprings adds the forces of springs to those on all masses that can move [N].
func (k *Keeper) addSprings(on []model.Vec3, at moment, position, velocity []model.Vec3) {
	m := k.model
	model.InBlocks(m.MassCount(), func(_, first, last int) {
		for i := first; i < last; i++ {
			if m.PinOf(i) == model.PinAll {
				continue
			}
			for _, spring := range k.star.springs[k.star.first[i]:k.star.first[i+1]] {
				if law, exists := k.law(int(spring), at.Changes, at.signals.RestScale); exists {
					other := m.Ends[spring][0] ^ m.Ends[spring][1] ^ uint32(i)
					on[i] = on[i].Add(pull(law, position[other].Sub(position[i]), velocity[other].Sub(velocity[i])))
				}
			}
		}
	})
}

// pull returns the force of a spring on a mass [N], whose other end is d away [m] and parts with a velocity [m/s].
func pull(law material.Spring, d, parting model.Vec3) model.Vec3 {
	length := d.Len()
	if length < laws.Shortest {
		return model.Vec3{}
	}
	return d.Mul(law.Pull(length-law.RestLength, parting.Dot(d)/length) / length)
}

// ofSprings returns the dissipation of springs, and the work on ends that paths move [W], with the
// work of the actuators in the step [J].
func (k *Keeper) ofSprings(v velocities) (sum model.Flows) {
	m := k.model
	if !k.flowing {
		return sum
	}
	parts := make([]model.Flows, model.BlockCount(m.SpringCount()))
	model.InBlocks(m.SpringCount(), func(block, first, last int) {
		var flows model.Flows
		for spring := first; spring < last; spring++ {
			k.addSpring(&flows, spring, v)
		}
		parts[block] = flows
	})
	for _, part := range parts {
		sum = sum.Plus(1, part)
	}
	return sum
}

// flows reports whether anything may flow through springs.
func (k *Keeper) flows() bool {
	return len(k.params.Actuators) > 0 || k.params.OnPath() || k.model.Damps()
}

// addSpring adds the flows through a spring.
func (k *Keeper) addSpring(flows *model.Flows, spring int, v velocities) {
	m, s, scale := k.model, k.now.State, k.now.signals.RestScale
	law, exists := k.law(spring, s.Changes, scale)
	if !exists {
		return
	}
	a, b := int(m.Ends[spring][0]), int(m.Ends[spring][1])
	d := s.Position[b].Sub(s.Position[a])
	length := d.Len()
	if earlier, _ := k.law(spring, s.Changes, k.scale); law.RestLength != earlier.RestLength {
		before := earlier.RestLength
		lengthBefore := length
		if length >= laws.Shortest {
			lengthBefore -= k.params.DT * s.Velocity[b].Sub(s.Velocity[a]).Dot(d) / length
		}
		flows.Actuators += workOfRest(law, length, lengthBefore, before)
	}
	if length < laws.Shortest {
		return
	}
	n := d.Mul(1 / length)
	speedA, speedB := v.centered[a].Dot(n), v.centered[b].Dot(n)
	heldA, heldB := m.PinOf(a) == model.PinAll, m.PinOf(b) == model.PinAll
	rate := 0.0
	if !heldA || !heldB {
		rate = v.seen[b].Sub(v.seen[a]).Dot(n)
	}
	elastic, damper := law.Parts(length-law.RestLength, rate)
	flows.Damping += damper * (speedB - speedA)
	if heldA {
		flows.Constraints -= (elastic + damper) * speedA
	}
	if heldB {
		flows.Constraints += (elastic + damper) * speedB
	}
}

// workOfRest returns the work [J] of an actuator that changes a rest length from before to that of the law, of a
// spring that has one length and the other at the ends of the step.
func workOfRest(law material.Spring, length, other, before float64) (sum float64) {
	for _, l := range [2]float64{length, other} {
		sum += (law.Stored(l-law.RestLength) - law.Stored(l-before)) / 2
	}
	return sum
}
