package model

// Matching pulls the masses of a group to the shape that they have at rest, wherever the
// group is and however it is turned, so that a soft body keeps its shape (shape matching):
//
//	f_i = m_i s (c + R X_i − x_i) + m_i d (ċ + ω × r_i − v_i)
//
// with the center c and the orientation R of the group (see Orient), ω = I⁻¹ L, and X_i and
// r_i the positions of the mass relative to the center at rest and now. Neither the sum of the forces nor
// that of their torques changes the motion of the group as a body. Every mass returns at √s/2π,
// whatever springs it has. Masses that are pinned on all axes do not count. Validate rejects
// the zero value, which has no strength. It takes 72 bytes and 4 per listed mass.
type Matching struct {
	Name      string
	Masses    []uint32 // indices, ascending; nil: all masses
	Stiffness float64  // s [1/s²], >= 0
	Damping   float64  // d [1/s], >= 0
}

// faults returns a sentence for each fault of shape matching.
func (s Matching) faults() []string {
	return append(ascendingFaults(s.Masses), strengthFaults([]strength{{"stiffness", "1/s²", s.Stiffness}, {"damping", "1/s", s.Damping}}, 2)...)
}

func matchingTerm() Term {
	return listTerm("shape", GroupTerm, "Matchings", false, items[Matching]{
		get: func(p Params) []Matching { return p.Matchings }, set: func(p *Params, l []Matching) { p.Matchings = l },
		faults: Matching.faults, title: func(s Matching) string { return s.Name }, masses: func(s *Matching) *[]uint32 { return &s.Masses },
		suits: func(m *Model, s *Matching) error { return m.bodyFault(s.Masses) }})
}
