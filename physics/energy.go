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
	packed   []model.Vec3   // positions of a model with arrays that come in another form; 24 bytes per mass
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
	return l.Of(restScale, s.Time, l.model.Positions(s), l.model.Velocities(s))
}

// Of is At for positions and velocities at a time that need not be those of a State.
func (l *EnergyLaw) Of(restScale []float64, time float64, position, velocity model.Vectors) model.Energy {
	l.prepare()
	m, p := l.model, l.params
	p.Contacts = p.ContactsAt(time)
	wide := l.wide(position)
	parts := make([]model.Energy, model.BlockCount(max(m.MassCount(), m.SpringCount())))
	model.InBlocks(m.MassCount(), func(block, first, last int) {
		var e model.Energy
		for i := first; i < last; i++ {
			x, v, mass := position.At(i), velocity.At(i), m.MassAt(i)
			e.Kinetic += 0.5 * mass * v.Dot(v)
			e.Gravitational -= mass * p.Gravity.Dot(x)
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
	m.InSpringBlocks(func(block, first int, some model.Springs) {
		if wide != nil {
			parts[block].Elastic = l.elastic(first, some, wide, restScale)
		} else {
			parts[block].Elastic = l.elasticOfPattern(some, &position)
		}
	})
	sum := model.Energy{Contact: l.spans.Energy(m, p.Contacts, wide)}
	for _, e := range parts {
		sum.Kinetic += e.Kinetic
		sum.Gravitational += e.Gravitational
		sum.Elastic += e.Elastic
		sum.Contact += e.Contact
	}
	return sum
}

// elastic is the energy of some springs, the first of which has the number first [J].
func (l *EnergyLaw) elastic(first int, some model.Springs, position []model.Vec3, restScale []float64) (sum float64) {
	for k, ends := range some.Ends {
		material := some.MaterialOf[k]
		stretch := position[ends[1]].Sub(position[ends[0]]).Len() - restLengthNow(l.model, first+k, some.RestLength[k], restScale)
		if stretch < 0 && l.model.Materials[material].TensionOnly {
			continue
		}
		sum += 0.5 * l.resolver.in(first+k, material).Stiffness * stretch * stretch
	}
	return sum
}

// elasticOfPattern is elastic of a pattern, which has no actuators, for positions that are read
// where they are.
func (l *EnergyLaw) elasticOfPattern(some model.Springs, position *model.Vectors) (sum float64) {
	for k, ends := range some.Ends {
		material := some.MaterialOf[k]
		stretch := position.At(int(ends[1])).Sub(position.At(int(ends[0]))).Len() - some.RestLength[k]
		if stretch < 0 && l.model.Materials[material].TensionOnly {
			continue
		}
		sum += 0.5 * l.resolver.in(0, material).Stiffness * stretch * stretch
	}
	return sum
}

// mostPacked is the largest model by a pattern whose positions are copied side by side: 48 MiB.
const mostPacked = 1 << 21

// wide are positions in float64, side by side: springs read each of them many times. A large
// model by a pattern has no room for them and reads them where they are, unless contacts push spans.
func (l *EnergyLaw) wide(position model.Vectors) []model.Vec3 {
	if position.Wide != nil || l.model.Pattern != nil && l.model.MassCount() > mostPacked && l.params.Spans() == model.TouchMasses {
		return position.Wide
	}
	if l.packed == nil {
		l.packed = make([]model.Vec3, l.model.MassCount())
	}
	model.InBlocks(l.model.MassCount(), func(_, first, last int) {
		for i := first; i < last; i++ {
			l.packed[i] = position.At(i)
		}
	})
	return l.packed
}

// restLengthNow is L0(t) of a spring that has the length rest at rest [m]. restScale is
// L0(t)/L0 of each actuator's springs; nil when nothing is actuated.
func restLengthNow(m *model.Model, s int, rest float64, restScale []float64) float64 {
	if m.ActuatorOf == nil || restScale == nil || m.ActuatorOf[s] == 0 {
		return rest
	}
	return rest * restScale[m.ActuatorOf[s]-1]
}
