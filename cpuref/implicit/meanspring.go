package implicit

import (
	"math"

	"hooke/model"
)

// MeanSpring is a spring during a step of EnergyStep.
type MeanSpring struct {
	Tension    float64 // f, its mean force [N]
	Elastic    float64 // the part of f that its energy has
	Lengthened float64 // L' − L [m]
	Rested     float64 // R' − R [m]
}

// Spring returns the mean of spring k in the last step, also between pins, where muscles store
// energy.
func (s *EnergyStep) Spring(k int) MeanSpring {
	ends := s.Model.Ends[k]
	at, _ := s.spring(k, s.way[ends[1]].Sub(s.way[ends[0]]))
	return at
}

// Moved returns the displacement of mass i in the last step [m].
func (s *EnergyStep) Moved(i int) model.Vec3 { return s.way[i] }

// Drag returns the dissipation of drag on mass i in the last step [J]: m γ u²/h.
func (s *EnergyStep) Drag(i int) float64 {
	return s.resists() * s.inertia(i) * s.way[i].Dot(s.way[i])
}

// spring returns the mean of a spring whose vector d changes by w, with its derivative.
func (s *EnergyStep) spring(k int, w model.Vec3) (at MeanSpring, of meanSpring) {
	ends := s.Model.Ends[k]
	d := s.Before[ends[1]].Sub(s.Before[ends[0]])
	end := d.Add(w)
	before, after := d.Len(), end.Len()
	sum := before + after
	at.Rested = s.Rest[k] - s.RestBefore[k]
	if sum < 2*ZeroLength {
		return at, of
	}
	of.mean = d.Add(end).Mul(1 / sum)
	at.Lengthened = w.Dot(of.mean) // (L'² − L²)/(L' + L), which keeps the digits that L' − L loses
	stiffness, damping, cable := coefficients(s.Model, s.Own, k)
	from := before - s.RestBefore[k]
	to := from + at.Lengthened - at.Rested
	mean := Mean{From: from, To: to, Cable: cable}
	at.Elastic = stiffness * mean.Slope()
	if at.Tension = at.Elastic + damping*mean.Taut(s.Length); cable {
		at.Tension = max(0, at.Tension)
	}
	if at.Tension == 0 && cable {
		return at, of
	}
	of.slope = stiffness*mean.Curvature() + damping*mean.TautBy(s.Length)
	of.across = at.Tension / sum
	if of.end = of.mean; after >= ZeroLength {
		of.end = end.Mul(1 / after)
	}
	return at, of
}

// acts reports whether a spring can move anything.
func acts(m *model.Model, k int) bool {
	ends := m.Ends[k]
	return m.MaterialOf[k] != model.Removed && m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) != model.PinAll
}

// coefficients returns k [N/m] and c [N·s/m] of a spring, and whether it is a cable.
func coefficients(m *model.Model, own []model.Coefficients, k int) (stiffness, damping float64, cable bool) {
	material := &m.Materials[m.MaterialOf[k]]
	if own != nil {
		return own[k].Stiffness, own[k].Damping, material.TensionOnly
	}
	return material.Stiffness, material.Damping, material.TensionOnly
}

// Mean is the change of a stretch, or of a depth, in a step. Its energy is ½ k s², of a cable, or
// a contact, 0 where s is negative.
type Mean struct {
	From, To float64 // s before and after the step [m]
	Cable    bool
}

// Slope returns [E(To) − E(From)]/(To − From) for k = 1 [m]: the mean of both, unless a cable is slack.
func (m Mean) Slope() float64 {
	if !m.Cable {
		return (m.From + m.To) / 2
	}
	from, to := max(0, m.From), max(0, m.To)
	if m.To == m.From {
		return from
	}
	return (from + to) / 2 * ((to - from) / (m.To - m.From))
}

// Curvature returns the derivative of Slope by To.
func (m Mean) Curvature() float64 {
	apart := m.To - m.From
	switch {
	case !m.Cable || m.From > 0 && m.To > 0:
		return 0.5
	case m.From > 0: // it goes slack
		return 0.5 * m.From * m.From / (apart * apart)
	case m.To > 0: // it tightens
		return 0.5 * m.To * (m.To - 2*m.From) / (apart * apart)
	}
	return 0
}

// Taut returns the mean rate of s while it is taut, in a step h [m/s].
func (m Mean) Taut(h float64) float64 {
	if !m.Cable {
		return (m.To - m.From) / h
	}
	return (max(0, m.To) - max(0, m.From)) / h
}

// TautBy returns the derivative of Taut by To.
func (m Mean) TautBy(h float64) float64 {
	if m.Cable && m.To <= 0 {
		return 0
	}
	return 1 / h
}

// Touching returns the mean force of a contact of stiffness kc and damping bc on a depth that
// changes so in a step h, of which elastic has an energy, and its derivative by To.
func (m Mean) Touching(stiffness, damping, h float64) (push, elastic, slope float64) {
	m.Cable = true
	elastic = stiffness * m.Slope()
	push = elastic + damping*m.Taut(h)
	if !(push > 0) {
		return 0, elastic, 0
	}
	return push, elastic, stiffness*m.Curvature() + damping*m.TautBy(h)
}

// MeanNormal returns the direction of the mean force of a contact on a mass that goes by u, so
// that its work is that of its depth, g·u = −(δ' − δ): the normal n halfway, corrected along u
// where a surface is curved. Rounding of positions of the given size is no correction.
func MeanNormal(n, u model.Vec3, deeper, size float64) model.Vec3 {
	lacks := -deeper - n.Dot(u)
	if squared := u.Dot(u); math.Abs(lacks) > 1e-15*size && squared > 0 {
		return n.Add(u.Mul(lacks / squared))
	}
	return n
}
