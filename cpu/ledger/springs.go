package ledger

import (
	"math"

	"hooke/model"
)

// shortest is the length [m] below which a spring has no direction and exerts no force.
const shortest = 1e-12

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

// law is k, c and the rest length of a spring [m]; false of one that is removed.
func (k *Keeper) law(spring int, scale []float64) (stiffness, damping, rest float64, cable, exists bool) {
	m := k.model
	kind := m.MaterialOf[spring]
	if kind == model.Removed {
		return 0, 0, 0, false, false
	}
	material := &m.Materials[kind]
	stiffness, damping = material.Stiffness, material.Damping
	if k.own != nil {
		stiffness, damping = k.own[spring].Stiffness, k.own[spring].Damping
	}
	return stiffness, damping, k.rest(spring, scale), material.TensionOnly, true
}

// rest is the rest length of a spring [m], with the scales of its actuator.
func (k *Keeper) rest(spring int, scale []float64) float64 {
	m := k.model
	if scale == nil || m.ActuatorOf == nil || m.ActuatorOf[spring] == 0 {
		return m.RestLength[spring]
	}
	return m.RestLength[spring] * scale[m.ActuatorOf[spring]-1]
}

// addSprings adds the forces of springs to those on all masses that can move [N].
func (k *Keeper) addSprings(on []model.Vec3, scale []float64, position, velocity []model.Vec3) {
	m := k.model
	model.InBlocks(m.MassCount(), func(_, first, last int) {
		for i := first; i < last; i++ {
			if m.PinOf(i) == model.PinAll {
				continue
			}
			sum := on[i]
			xi, vi := &position[i], &velocity[i]
			for _, spring := range k.star.springs[k.star.first[i]:k.star.first[i+1]] {
				kind := m.MaterialOf[spring]
				other := m.Ends[spring][0] ^ m.Ends[spring][1] ^ uint32(i)
				xj, vj := &position[other], &velocity[other]
				dx, dy, dz := xj[0]-xi[0], xj[1]-xi[1], xj[2]-xi[2]
				length := math.Sqrt(dx*dx + dy*dy + dz*dz)
				if kind == model.Removed || length < shortest {
					continue
				}
				law, rest := &m.Materials[kind], m.RestLength[spring]
				if scale != nil {
					rest = k.rest(int(spring), scale)
				}
				stiffness, damping := law.Stiffness, law.Damping
				if k.own != nil {
					stiffness, damping = k.own[spring].Stiffness, k.own[spring].Damping
				}
				force := stiffness * (length - rest)
				if damping != 0 {
					force += damping * ((vj[0]-vi[0])*dx + (vj[1]-vi[1])*dy + (vj[2]-vi[2])*dz) / length
				}
				if law.TensionOnly {
					force = max(0, force)
					if length <= rest {
						force = 0
					}
				}
				force /= length
				sum[0] += dx * force
				sum[1] += dy * force
				sum[2] += dz * force
			}
			on[i] = sum
		}
	})
}

// ofSprings are what springs lose, and the work on ends that paths move [W], with the work of
// the actuators in the step [J].
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

// flows says whether anything may flow through springs.
func (k *Keeper) flows() bool {
	if len(k.params.Actuators) > 0 || k.params.OnPath() {
		return true
	}
	for _, c := range k.own {
		if c.Damping != 0 {
			return true
		}
	}
	if k.own == nil {
		for i := range k.model.Materials {
			if k.model.Materials[i].Damping != 0 {
				return true
			}
		}
	}
	return false
}

// addSpring adds what flows through a spring.
func (k *Keeper) addSpring(flows *model.Flows, spring int, v velocities) {
	m, s, scale := k.model, k.now.State, k.now.signals.RestScale
	stiffness, damping, rest, cable, exists := k.law(spring, scale)
	if !exists {
		return
	}
	a, b := int(m.Ends[spring][0]), int(m.Ends[spring][1])
	d := s.Position[b].Sub(s.Position[a])
	length := d.Len()
	if before := k.rest(spring, k.scale); rest != before {
		lengthBefore := length
		if length >= shortest {
			lengthBefore -= k.params.DT * s.Velocity[b].Sub(s.Velocity[a]).Dot(d) / length
		}
		flows.Actuators += workOfRest(stiffness, length, lengthBefore, before, rest, cable)
	}
	if length < shortest || cable && length <= rest {
		return
	}
	n := d.Mul(1 / length)
	speedA, speedB := v.centered[a].Dot(n), v.centered[b].Dot(n)
	heldA, heldB := m.PinOf(a) == model.PinAll, m.PinOf(b) == model.PinAll
	damper := 0.0
	if !heldA || !heldB {
		damper = damping * v.seen[b].Sub(v.seen[a]).Dot(n)
		if cable { // the whole force is at least 0
			damper = max(damper, -stiffness*(length-rest))
		}
		flows.Damping += damper * (speedB - speedA)
	}
	force := stiffness*(length-rest) + damper
	if heldA {
		flows.Constraints -= force * speedA
	}
	if heldB {
		flows.Constraints += force * speedB
	}
}

// workOfRest is the work [J] of an actuator that changes a rest length, of a spring that has one length
// and the other at the ends of the step.
func workOfRest(stiffness, length, other, before, rest float64, cable bool) (sum float64) {
	for _, l := range [2]float64{length, other} {
		sum += (stored(stiffness, l-rest, cable) - stored(stiffness, l-before, cable)) / 2
	}
	return sum
}

// stored is the energy of a spring [J]; 0 of a slack cable.
func stored(stiffness, stretch float64, cable bool) float64 {
	if cable && stretch < 0 {
		return 0
	}
	return 0.5 * stiffness * stretch * stretch
}
