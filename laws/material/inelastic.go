package material

import (
	"math"

	"hooke/model/inelastic"
)

// Step describes a spring at the end of a step.
type Step struct {
	Law    Spring // without any change, and without an actuator: its rest length is L0
	Limits *inelastic.Law
	Scale  float64 // L0(t)/L0 by an actuator
	Length float64 // L [m]
	DT     float64 // of the step [s]
}

// Dissipated is the energy that springs lose by changes at a fixed length [J].
type Dissipated struct{ Plastic, Fracture float64 }

// Plus returns the sum.
func (d Dissipated) Plus(e Dissipated) Dissipated {
	return Dissipated{d.Plastic + e.Plastic, d.Fracture + e.Fracture}
}

// Next returns the change of the spring by the step, and whether it tears. A caller that holds the spring
// back uses Held in place of the result.
func (s *Step) Next(was inelastic.Change) (now inelastic.Change, lost Dissipated) {
	if was.Torn() {
		return was, lost
	}
	now = was
	s.flow(&now)
	before, between := s.stored(&was), s.stored(&now)
	s.damage(&now)
	return now, Dissipated{Plastic: before - between, Fracture: between - s.stored(&now)}
}

// Held returns the change of a spring that would tear and must not yet: its damage stays.
func (s *Step) Held(was inelastic.Change) (now inelastic.Change, lost Dissipated) {
	now, _ = s.Next(was)
	now.Damage = was.Damage
	return now, Dissipated{Plastic: s.stored(&was) - s.stored(&now)}
}

// pull returns the elastic force of the undamaged spring, k (L − Lp) or that of its table [N]; 0 for
// a slack cable.
func (s *Step) pull(c *inelastic.Change) float64 {
	stretch := s.Length - s.Scale*c.RestLength
	elastic, _ := s.Law.Parts(stretch, 0)
	return elastic
}

// stored returns the elastic energy [J].
func (s *Step) stored(c *inelastic.Change) float64 {
	law := s.Law.Changed(c, s.Scale)
	return law.Stored(s.Length - law.RestLength)
}

// flow lets the spring yield, then creep.
func (s *Step) flow(c *inelastic.Change) {
	k, limits := s.Law.Stiffness, s.Limits
	if yields := limits.YieldForce + k*limits.YieldStrain*s.Law.RestLength; yields > 0 && k > 0 {
		f := s.pull(c)
		if beyond := math.Abs(f) - yields - limits.Hardening*c.Plastic; beyond > 0 {
			stretch := beyond / (k + limits.Hardening)
			c.Plastic += stretch
			c.RestLength += math.Copysign(stretch, f) / s.Scale
		}
	}
	if limits.CreepHalfLife > 0 && s.pull(c) != 0 {
		c.RestLength += (s.Length/s.Scale - c.RestLength) * -math.Expm1(-math.Ln2*s.DT/limits.CreepHalfLife)
	}
	c.RestLength = min(inelastic.Largest*s.Law.RestLength, max(inelastic.Least*s.Law.RestLength, c.RestLength))
}

// damage lets the spring lose stiffness, and tear.
func (s *Step) damage(c *inelastic.Change) {
	limits, rest := s.Limits, s.Scale*s.Law.RestLength
	strain := (s.Length - rest) / rest
	beyond := limits.TearStrain > 0 && strain >= limits.TearStrain || limits.TearForce > 0 && s.pull(c) >= limits.TearForce
	switch onset := limits.Onset(); {
	case beyond && c.Beyond < limits.TearDelay:
		c.Beyond++
	case beyond:
		c.Damage = 1
	case strain > onset:
		c.Damage = max(c.Damage, limits.TearStrain*(strain-onset)/(strain*(limits.TearStrain-onset)))
	default:
		c.Beyond = 0
	}
}
