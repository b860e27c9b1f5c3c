package material

import (
	"hooke/laws"
	"hooke/model"
	"hooke/model/inelastic"
)

// Spring is the law of a spring whose elastic force may follow a table. At a stretch s such a spring
// resists as one with the secant k = f/s does.
type Spring struct {
	laws.Spring[float64] // its stiffness is unused with a table

	table *inelastic.Table // nil: none
	unit  float64          // L0 of the start, by which a stretch is a strain [m]
	left  float64          // the share of the table's force that remains, 1 − D
}

// SpringOf is Law of a spring of a material that may have a force table. start is its rest length at
// the start, and restLength that of now [m].
func SpringOf(of *model.Material, own model.Coefficients, start, restLength float64) Spring {
	s := Spring{Spring: Law(of, own, restLength), unit: start, left: 1}
	if of.Inelastic.Table.There() {
		s.table = &of.Inelastic.Table
	}
	return s
}

// Changed returns the law of a spring with its change: the share 1 − D of its stiffness and damper
// resists, about its present rest length [m] times scale, which is L0(t)/L0 by an actuator.
func (s Spring) Changed(change *inelastic.Change, scale float64) Spring {
	s.left *= 1 - change.Damage
	s.Stiffness, s.Damping, s.RestLength = (1-change.Damage)*s.Stiffness, (1-change.Damage)*s.Damping, scale*change.RestLength
	return s
}

// at returns the law of a spring that exerts the same force at a stretch [m].
func (s *Spring) at(stretch float64) laws.Spring[float64] {
	law := s.Spring
	switch {
	case s.table == nil:
	case stretch == 0:
		law.Stiffness = s.left * s.table.Slope(0) / s.unit
	default:
		law.Stiffness = s.left * s.table.Force(stretch/s.unit) / stretch
	}
	return law
}

// Pull is laws.PullOf.
func (s *Spring) Pull(stretch, rate float64) float64 {
	return laws.PullOf(s.at(stretch), stretch, rate)
}

// Parts is laws.PartsOf.
func (s *Spring) Parts(stretch, rate float64) (elastic, damper float64) {
	return laws.PartsOf(s.at(stretch), stretch, rate)
}

// Stored returns the elastic energy [J]: laws.Stored, or the integral of the table.
func (s *Spring) Stored(stretch float64) float64 {
	switch {
	case s.table == nil:
		return laws.Stored(s.Spring, stretch)
	case s.TensionOnly && stretch < 0:
		return 0
	}
	return s.left * s.unit * s.table.Energy(stretch/s.unit)
}
