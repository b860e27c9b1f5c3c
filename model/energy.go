package model

// Energy is what a state holds, by kind [J].
type Energy struct {
	Kinetic       float64 // Σ ½ m v²
	Gravitational float64 // −Σ m g·x, zero at the origin
	Elastic       float64 // Σ ½ k (L − L0)²; nothing in a slack tension-only spring
	Contact       float64 // Σ ½ kc depth², over every mass and contact
}

// Total is the sum of all kinds [J].
func (e Energy) Total() float64 { return e.Kinetic + e.Gravitational + e.Elastic + e.Contact }

// EnergyOf sums the energy of a state in float64. Removed springs hold none, and
// contacts hold none for a fully pinned mass, since they do not act on it.
// Normalized materials are resolved for p.DT, or for AutoStep when it is zero;
// actuators are where they are at s.Time, smoothed ones at their target.
func EnergyOf(m *Model, p Params, s *State) Energy {
	return EnergyAt(m, p, SignalsOf(p, s.Time).RestScale, s)
}

// EnergyAt is EnergyOf with the scales of the actuated rest lengths, as Signals
// has them; nil means that no spring is actuated.
func EnergyAt(m *Model, p Params, restScale []float64, s *State) Energy {
	parts := make([]Energy, BlockCount(max(m.MassCount(), m.SpringCount())))
	InBlocks(m.MassCount(), func(block, first, last int) {
		var e Energy
		for i := first; i < last; i++ {
			x := s.Position[i]
			e.Kinetic += 0.5 * m.Mass[i] * s.Velocity[i].Dot(s.Velocity[i])
			e.Gravitational -= m.Mass[i] * p.Gravity.Dot(x)
			if m.PinOf(i) == PinAll {
				continue
			}
			for _, c := range p.Contacts {
				if depth, _ := c.Depth(x); depth > 0 {
					e.Contact += 0.5 * c.Stiffness * depth * depth
				}
			}
		}
		parts[block] = e
	})
	r := NewResolver(m, stepOf(m, p))
	InBlocks(m.SpringCount(), func(block, first, last int) {
		elastic := 0.0
		for spring := first; spring < last; spring++ {
			ends := m.Ends[spring]
			stretch := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len() - m.restLengthNow(spring, restScale)
			if stretch < 0 && m.Materials[m.MaterialOf[spring]].TensionOnly {
				continue
			}
			elastic += 0.5 * r.Spring(spring).Stiffness * stretch * stretch
		}
		parts[block].Elastic = elastic
	})
	var sum Energy
	for _, e := range parts {
		sum.Kinetic += e.Kinetic
		sum.Gravitational += e.Gravitational
		sum.Elastic += e.Elastic
		sum.Contact += e.Contact
	}
	return sum
}

// restLengthNow is L0 of a spring [m] with the scales of the actuators; nil
// means that nothing is actuated.
func (m *Model) restLengthNow(s int, restScale []float64) float64 {
	if m.ActuatorOf == nil || restScale == nil || m.ActuatorOf[s] == 0 {
		return m.RestLength[s]
	}
	return m.RestLength[s] * restScale[m.ActuatorOf[s]-1]
}
