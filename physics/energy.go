package physics

import (
	"hooke/model"
)

// EnergyOf sums the energy of a state in float64 [J]. Removed springs have none, and
// contacts have none with a mass that is pinned on all axes, since they do not act on
// it. Normalized materials are resolved for p.DT, or for AutoStep when it is zero;
// actuators are where they are at s.Time, smoothed ones at their target.
func EnergyOf(m *model.Model, p model.Params, s *model.State) model.Energy {
	return EnergyAt(m, p, SignalsOf(p, s.Time).RestScale, s)
}

// EnergyAt is EnergyOf with given scales of the actuated rest lengths, as Signals has
// them; nil means that no spring is actuated.
func EnergyAt(m *model.Model, p model.Params, restScale []float64, s *model.State) model.Energy {
	p.Contacts = p.ContactsAt(s.Time)
	p.DT = stepOf(m, p)
	tuning, dt := ContactTuning(m, p), p.DT
	parts := make([]model.Energy, model.BlockCount(max(m.MassCount(), m.SpringCount())))
	model.InBlocks(m.MassCount(), func(block, first, last int) {
		var e model.Energy
		for i := first; i < last; i++ {
			x := s.Position[i]
			e.Kinetic += 0.5 * m.Mass[i] * s.Velocity[i].Dot(s.Velocity[i])
			e.Gravitational -= m.Mass[i] * p.Gravity.Dot(x)
			if m.PinOf(i) == model.PinAll {
				continue
			}
			for _, c := range p.Contacts {
				if depth, _ := c.Depth(x); depth > 0 {
					if c.PerMass {
						c = contactAt(c, m, p, tuning, dt, i, x)
					}
					e.Contact += 0.5 * c.Stiffness * depth * depth
				}
			}
		}
		parts[block] = e
	})
	r := NewResolver(m, dt)
	model.InBlocks(m.SpringCount(), func(block, first, last int) {
		elastic := 0.0
		for spring := first; spring < last; spring++ {
			ends := m.Ends[spring]
			stretch := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len() - restLengthNow(m, spring, restScale)
			if stretch < 0 && m.Materials[m.MaterialOf[spring]].TensionOnly {
				continue
			}
			elastic += 0.5 * r.Spring(spring).Stiffness * stretch * stretch
		}
		parts[block].Elastic = elastic
	})
	sum := model.Energy{Contact: SpansOf(m, p).Energy(m, p.Contacts, s.Position)}
	for _, e := range parts {
		sum.Kinetic += e.Kinetic
		sum.Gravitational += e.Gravitational
		sum.Elastic += e.Elastic
		sum.Contact += e.Contact
	}
	return sum
}

// restLengthNow is L0(t) of a spring [m]. restScale is L0(t)/L0 of each actuator's
// springs; nil when nothing is actuated.
func restLengthNow(m *model.Model, s int, restScale []float64) float64 {
	if m.ActuatorOf == nil || restScale == nil || m.ActuatorOf[s] == 0 {
		return m.RestLength[s]
	}
	return m.RestLength[s] * restScale[m.ActuatorOf[s]-1]
}
