package physics

import (
	"sync"

	"hooke/laws/group"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/rod/chain"
)

// EnergyOf sums the energy of a state in float64 [J]. Removed springs do not count, and neither
// do contacts with a mass pinned on all axes, on which they do not act. Normalized materials
// are resolved for p.DT, or for AutoStep if it is zero. Actuators are evaluated at s.Time,
// smoothed ones at their target.
func EnergyOf(m *model.Model, p model.Params, s *model.State) model.Energy {
	return NewEnergyLaw(m, p).At(SignalsOf(p, s.Time).RestScale, s)
}

// EnergyLaw sums the energies of states of a run. It computes data that need all springs,
// such as the spans that contacts push, once and after changes of parameters. It is not safe
// for concurrent use.
type EnergyLaw struct {
	whole    *model.Model // as it was given
	factors  model.Params // the factors of masses in use, and nothing else
	model    *model.Model
	params   model.Params
	spans    Spans
	tuning   []model.Tuning // of contacts PerMass; nil without such contacts
	resolver *Resolver      // nil: not made yet
	dt       float64        // of resolver
	of       model.Integrator
	rods     *chain.Set         // nil: not looked for yet
	groups   *group.Energies    // nil: none, or not made yet
	tears    model.Tears        // that groups are without
	changes  []inelastic.Change // of springs in the state; nil: none
	packed   []model.Vec3       // positions of a model with arrays that come in another form; 24 bytes per mass
}

// NewEnergyLaw returns the law of a run. The model must not change.
func NewEnergyLaw(m *model.Model, p model.Params) *EnergyLaw {
	l := &EnergyLaw{whole: m}
	l.Use(p)
	return l
}

// Use replaces the parameters.
func (l *EnergyLaw) Use(p model.Params) {
	if l.model == nil || !p.SameMasses(l.factors) {
		*l = EnergyLaw{whole: l.whole}
		l.model, _ = p.Weighed(l.whole)
	}
	l.factors, p.MassFactors = model.Params{MassFactors: p.MassFactors}.Clone(), nil
	if p.DT = stepOf(l.model, p); p.Substeps > 0 {
		p = p.Substep()
		p.Substeps = 0
	}
	was, perMass := l.params, p.SpansPerMass()
	if p.Spans() != was.Spans() || perMass != was.SpansPerMass() || perMass > model.TouchMasses && p.DT != was.DT {
		l.spans, l.tuning = SpansOf(l.model, p), nil
	}
	l.params, l.groups = p, nil
}

// Spans returns the spans of the run, see SpansOf.
func (l *EnergyLaw) Spans() Spans { return l.spans }

// prepare computes data for energies alone.
func (l *EnergyLaw) prepare() {
	if l.resolver == nil || l.params.DT != l.dt || l.params.Integrator != l.of {
		l.resolver, l.dt, l.of = ResolverOf(l.model, l.params), l.params.DT, l.params.Integrator
	}
	if len(l.params.Bends) > 0 && l.tears.Follow(l.model, l.changes) {
		l.groups = nil
	}
	if l.groups == nil {
		held := l.model.Held(l.params, l.changes)
		l.groups = group.EnergiesOf(l.model, &held)
	}
	if l.tuning == nil {
		l.tuning = ContactTuning(l.model, l.params)
	}
}

// At returns the energy of a state for given scales of the actuated rest lengths, as in
// Signals; nil means that no spring is actuated.
func (l *EnergyLaw) At(restScale []float64, s *model.State) model.Energy {
	l.spans.Tear(l.model, s.Changes)
	l.Changed(s.Changes)
	e := l.Of(restScale, s.Time, l.model.Positions(s), l.model.Velocities(s))
	l.Changed(nil)
	if len(s.Orientation) > 0 {
		if l.rods == nil {
			l.rods = chain.Of(l.model)
		}
		elastic, kinetic := l.rods.Energy(s.Position, s.Orientation, s.AngularVelocity)
		e.Elastic, e.Kinetic = e.Elastic+elastic, e.Kinetic+kinetic
	}
	return e
}

// Changed sets the changes of springs that tear, yield or creep in the states of Of.
func (l *EnergyLaw) Changed(changes []inelastic.Change) { l.changes = changes }

// Of is At for positions and velocities at a time, which need not be those of a State.
func (l *EnergyLaw) Of(restScale []float64, time float64, position, velocity model.Vectors) model.Energy {
	l.prepare()
	if len(l.changes) > 0 {
		l.spans.Tear(l.model, l.changes)
	}
	m, p := l.model, l.params
	p.Contacts = p.ContactsAt(time)
	position.Wide = l.wide(position)
	parts := make([]model.Energy, model.BlockCount(max(m.MassCount(), m.SpringCount())))
	inMassBlocks(m, position, velocity, func(block, first int, x, v []model.Vec3) {
		parts[block] = l.ofMasses(parts[block], &p, first, x, v)
	})
	if kinds := l.atRest(position); kinds != nil {
		l.elasticAtRest(parts, kinds)
	} else {
		SpringBlocks(m, position, func(block int, some NearSprings) {
			parts[block].Elastic = l.elastic(some, restScale)
		})
	}
	sum := model.Energy{Contact: l.spans.Energy(m, p.Contacts, position.Wide)}
	for _, e := range parts {
		sum.Kinetic += e.Kinetic
		sum.Gravitational += e.Gravitational
		sum.Elastic += e.Elastic
		sum.Contact += e.Contact
	}
	sum.Elastic += l.groups.Sum(&position)
	return sum
}

// ofMasses adds the energies of some masses to a sum; first is the number of the first of them.
func (l *EnergyLaw) ofMasses(e model.Energy, p *model.Params, first int, position, velocity []model.Vec3) model.Energy {
	m := l.model
	for k, x := range position {
		i, v := first+k, velocity[k]
		mass := m.MassAt(i)
		e.Kinetic += 0.5 * mass * v.Dot(v)
		e.Gravitational -= mass * p.Gravity.Dot(x)
		if m.PinOf(i) == model.PinAll {
			continue
		}
		for at := range p.Contacts {
			c := &p.Contacts[at]
			depth, n := c.Depth(x)
			if !(depth > 0) {
				continue
			}
			met := *c
			if c.PerMass {
				met = contactAt(*c, m, *p, l.tuning, l.dt, i, x)
			}
			e.Contact += 0.5 * met.StiffnessAt(n) * depth * depth
		}
	}
	return e
}

// elastic is the energy of some springs [J].
func (l *EnergyLaw) elastic(some NearSprings, restScale []float64) (sum float64) {
	for k, ends := range some.Ends {
		material, rest, left := some.MaterialOf[k], some.RestLength[k], 1.0
		if len(l.changes) > 0 && l.model.Materials[material].Inelastic.Changes() {
			change := &l.changes[some.First+k]
			if change.Torn() {
				continue
			}
			rest, left = change.RestLength, 1-change.Damage
		}
		stretch := some.At[ends[1]].Sub(some.At[ends[0]]).Len() - restLengthNow(l.model, some.First+k, rest, restScale)
		if stretch < 0 && l.model.Materials[material].TensionOnly {
			continue
		}
		if table := &l.model.Materials[material].Inelastic.Table; table.There() {
			sum += left * some.RestLength[k] * table.Energy(stretch/some.RestLength[k])
			continue
		}
		sum += left * 0.5 * l.resolver.in(some.First+k, material).Stiffness * stretch * stretch
	}
	return sum
}

// atRest returns the kinds of springs of a model by a pattern at its rest positions; nil:
// masses are elsewhere.
func (l *EnergyLaw) atRest(position model.Vectors) *PatternKinds {
	if position.AtRest() == nil {
		return nil
	}
	return KindsOf(l.model.Pattern)
}

// elasticAtRest finds the energy of the springs of each block, one for each kind.
func (l *EnergyLaw) elasticAtRest(parts []model.Energy, kinds *PatternKinds) {
	tables := sync.Pool{New: func() any {
		return NewKindTable(kinds, l.elasticOf)
	}}
	model.InBlocks(l.model.SpringCount(), func(block, first, last int) {
		table := tables.Get().(*KindTable[float64])
		sum := 0.0
		table.Rows(first, last, func(row KindRow[float64]) {
			for x := row.X; x < row.End; x++ {
				for i := range row.Links {
					if link := &row.Links[i]; uint(x+link.Dx) < uint(row.Length) {
						sum += link.Values[link.Kind[x]]
					}
				}
			}
		})
		parts[block].Elastic = sum
		tables.Put(table)
	})
}

// elasticOf returns the energy of a spring of an offset between two positions [J].
func (l *EnergyLaw) elasticOf(o *model.Offset, from, to model.Vec3) float64 {
	some := NearSprings{Springs: model.Springs{Ends: []model.Ends{{0, 1}}, RestLength: []float64{o.RestLength}, MaterialOf: []uint16{o.Material}}, At: []model.Vec3{from, to}}
	return l.elastic(some, nil)
}

// massesAtOnce is how many masses are read side by side: few enough for a near cache.
const massesAtOnce = 1 << 10

// inMassBlocks calls work for all masses of a model with their positions and velocities, some
// in a row at a time, those of one block in their order.
func inMassBlocks(m *model.Model, position, velocity model.Vectors, work func(block, first int, x, v []model.Vec3)) {
	rooms := sync.Pool{New: func() any { return new([2][massesAtOnce]model.Vec3) }}
	model.InBlocks(m.MassCount(), func(block, first, last int) {
		room := rooms.Get().(*[2][massesAtOnce]model.Vec3)
		for at := first; at < last; at += massesAtOnce {
			count := min(massesAtOnce, last-at)
			x, v := room[0][:count], room[1][:count]
			position.Fill(x, at)
			velocity.Fill(v, at)
			work(block, at, x, v)
		}
		rooms.Put(room)
	})
}

// wide are positions in float64, side by side, where springs read them so: those of a model in
// arrays. A model with a pattern has them only if contacts push spans.
func (l *EnergyLaw) wide(position model.Vectors) []model.Vec3 {
	if position.Wide != nil || l.model.Pattern != nil && l.params.Spans() == model.TouchMasses {
		return position.Wide
	}
	if l.packed == nil {
		l.packed = make([]model.Vec3, l.model.MassCount())
	}
	model.InBlocks(l.model.MassCount(), func(_, first, last int) { position.Fill(l.packed[first:last], first) })
	return l.packed
}

// restLengthNow returns L0(t) of a spring that has the length rest at rest [m]. restScale is
// L0(t)/L0 of each actuator's springs; nil when nothing is actuated.
func restLengthNow(m *model.Model, s int, rest float64, restScale []float64) float64 {
	if m.ActuatorOf == nil || restScale == nil || m.ActuatorOf[s] == 0 {
		return rest
	}
	return rest * restScale[m.ActuatorOf[s]-1]
}

// EnergyOfStart returns EnergyOf to rounding. For a pattern at rest that touches nothing, it
// evaluates one spring of each kind and one layer of masses, and so takes the same time for
// any size.
func EnergyOfStart(m *model.Model, p model.Params, s *model.State) model.Energy {
	position := m.Positions(s)
	if rest := position.AtRest(); rest != nil && s.Velocity == nil && m.ActuatorOf == nil && p.Spans() == model.TouchMasses && !p.ElasticGroups() && apart(rest, p.ContactsAt(s.Time)) {
		if e, ok := energyAtRest(m, p, rest); ok {
			return e
		}
	}
	return EnergyOf(m, p, s)
}

// energyAtRest returns the energy of a pattern at its rest positions; false if its springs are of too
// many kinds.
func energyAtRest(m *model.Model, p model.Params, rest *model.Pattern) (e model.Energy, ok bool) {
	for axis, size := range rest.Size {
		sum := 0.0
		for place := range size {
			sum += rest.Coordinate(axis, place)
		}
		e.Gravitational -= rest.Mass * p.Gravity[axis] * sum * float64(rest.MassCount()/size)
	}
	kinds := KindsOf(rest)
	if kinds == nil {
		return e, false
	}
	l := NewEnergyLaw(m, p)
	l.prepare()
	ok = kinds.Each(func(o *model.Offset, from, to model.Vec3, count float64) {
		e.Elastic += count * l.elasticOf(o, from, to)
	})
	return e, ok
}
