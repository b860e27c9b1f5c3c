package cpuref

import (
	"hooke/cpuref/collide"
	"hooke/cpuref/rods"
	"hooke/model"
	"hooke/physics"
)

// EnergyOf sums the energy of a state by kind [J]. Every spring and every mass counts,
// pinned ones too: their energy does not change, but it exists. Only contacts have no
// energy with a mass that is pinned on all axes, since they do not push it. Normalized
// materials and contacts PerMass are resolved for p.DT, which must be positive then; actuators are where
// they are at s.Time, smoothed ones at their target.
func EnergyOf(m *model.Model, p model.Params, s *State) model.Energy {
	return energyOf(m, p, physics.ResolverOf(m, p).All(nil), physics.SignalsOf(p, s.Time).RestScale, collide.NewSpans(m, p.Substep()), rods.New(m, p), NewGroups(m, m.Held(p, s.Changes)), s)
}

// energyOf returns EnergyOf with k and c per spring and with the scales of the actuated rest
// lengths. A nil own stands for the palette, and a nil scale for a model without
// actuators.
func energyOf(m *model.Model, p model.Params, own []model.Coefficients, restScale []float64, spans *collide.Spans, turning *rods.Solver, groups *Groups, s *State) model.Energy {
	p.Contacts = p.ContactsAt(s.Time)
	spans.Tear(s.Changes, nil, s.Position)
	e := model.Energy{Contact: spans.Energy(p.Contacts, s.Position)}
	around := surroundingsOf(m, p.Substep())
	for i, x := range s.Position {
		v := s.Velocity[i]
		e.Kinetic += 0.5 * m.Mass[i] * v.Dot(v)
		e.Gravitational -= m.Mass[i] * p.Gravity.Dot(x)
		if m.PinOf(i) == model.PinAll {
			continue
		}
		for _, c := range around.of(i, x) {
			if depth, n := Penetration(&c, x); depth > 0 {
				e.Contact += 0.5 * stiffnessAlong(&c, n) * depth * depth
			}
		}
	}
	e.Contact += collide.Energy(collide.Touches(m, p, s.Position, s.Velocity))
	e.Elastic = elasticOf(m, own, restScale, turning, s) + groups.Energy(s.Position)
	spin, _ := turning.Kinetic(s.turning(s.Time))
	e.Kinetic += spin
	return e
}

// elasticOf returns the elastic energy of springs and rods at a state [J].
func elasticOf(m *model.Model, own []model.Coefficients, restScale []float64, turning *rods.Solver, s *State) (sum float64) {
	sum = turning.Elastic(s.turning(s.Time))
	for i, ends := range m.Ends {
		k, _, rest, left := changed(m, own, restScale, s, i)
		if k*left == 0 {
			continue // torn, wherever its ends are
		}
		sum += left * stored(m, k, i, s.Position[ends[1]].Sub(s.Position[ends[0]]).Len()-rest)
	}
	return sum
}

// Momentum is the linear and angular momentum of a state. Forces between masses cannot
// change it.
type Momentum struct {
	Linear  model.Vec3 // Σ m v [kg·m/s]
	Angular model.Vec3 // Σ m x × v, about the origin, and that of segments of rods [kg·m²/s]
}

// MomentumOf sums the momentum of a state.
func MomentumOf(m *model.Model, s *State) Momentum {
	var p Momentum
	for i, x := range s.Position {
		mv := s.Velocity[i].Mul(m.Mass[i])
		p.Linear = p.Linear.Add(mv)
		p.Angular = p.Angular.Add(x.Cross(mv))
	}
	p.Angular = p.Angular.Add(rods.New(m, model.Params{}).Momentum(s.turning(s.Time)))
	return p
}
