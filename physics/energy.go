package physics

import (
	"hooke/model"
)

// EnergyOf sums the energy of a state in float64 [J]. Removed springs have none, and
// contacts have none with a mass that is pinned on all axes, since they do not act on
// it. Normalized materials are resolved for p.DT, or for AutoStep when it is zero;
// actuators are where they are at s.Time, smoothed ones at their target.
func EnergyOf(m *model.Model, p model.Params, s *model.State) model.Energy {
	return NewEnergyLaw(m, p).At(SignalsOf(p, s.Time).RestScale, s)
}

// EnergyLaw sums the energies of states of a run. What needs a look at all springs, as which
// of them contacts push, is found once, and again only where parameters change it. One
// goroutine uses it at a time.
type EnergyLaw struct {
	model    *model.Model
	params   model.Params
	spans    Spans
	tuning   []model.Tuning // of contacts PerMass; nil: there were none
	resolver *Resolver      // nil: not made yet
	dt       float64        // of resolver
}

// NewEnergyLaw returns the law of a run. The model must stay as it is.
func NewEnergyLaw(m *model.Model, p model.Params) *EnergyLaw {
	l := &EnergyLaw{model: m}
	l.Use(p)
	return l
}

// Use takes other parameters.
func (l *EnergyLaw) Use(p model.Params) {
	p.DT = stepOf(l.model, p)
	was, perMass := l.params, p.SpansPerMass()
	if p.Spans() != was.Spans() || perMass != was.SpansPerMass() || perMass > model.TouchMasses && p.DT != was.DT {
		l.spans, l.tuning = SpansOf(l.model, p), nil
	}
	l.params = p
}

// Spans are the spans of the run, see SpansOf.
func (l *EnergyLaw) Spans() Spans { return l.spans }

// prepare makes what energies alone need.
func (l *EnergyLaw) prepare() {
	if l.resolver == nil || l.params.DT != l.dt {
		l.resolver, l.dt = NewResolver(l.model, l.params.DT), l.params.DT
	}
	if l.tuning == nil {
		l.tuning = ContactTuning(l.model, l.params)
	}
}

// At is EnergyOf a state with given scales of the actuated rest lengths, as Signals has them;
// nil means that no spring is actuated.
func (l *EnergyLaw) At(restScale []float64, s *model.State) model.Energy {
	l.prepare()
	m, p, r := l.model, l.params, l.resolver
	p.Contacts = p.ContactsAt(s.Time)
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
						c = contactAt(c, m, p, l.tuning, l.dt, i, x)
					}
					e.Contact += 0.5 * c.Stiffness * depth * depth
				}
			}
		}
		parts[block] = e
	})
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
	sum := model.Energy{Contact: l.spans.Energy(m, p.Contacts, s.Position)}
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
