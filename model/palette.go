package model

import "slices"

// HasCables reports whether a material of the palette is tension-only.
func (m *Model) HasCables() bool {
	return slices.ContainsFunc(m.Materials, func(of Material) bool { return of.TensionOnly })
}

// Cable reports whether a spring is tension-only.
func (m *Model) Cable(spring int) bool { return m.Materials[m.MaterialOf[spring]].TensionOnly }

// PerSpring reports whether k and c differ between springs of one material: because a
// material requires it, or because springs have coefficients of their own.
func (m *Model) PerSpring() bool {
	if m.Own != nil {
		return true
	}
	for i := range m.Materials {
		if m.Materials[i].PerSpring() {
			return true
		}
	}
	return false
}

// Damps reports whether any spring has a damper, from its material or of its own.
func (m *Model) Damps() bool {
	for i := range m.Materials {
		if m.Materials[i].Damps() {
			return true
		}
	}
	for s := range m.Own {
		if m.Own[s].Damping > 0 {
			return true
		}
	}
	return false
}

// HasNormalized reports whether k and c of any spring depend on dt.
func (m *Model) HasNormalized() bool {
	for i := range m.Materials {
		if m.Materials[i].Vocabulary() == Normalized {
			return true
		}
	}
	return false
}

// HasRods reports whether a material of the palette is a rod.
func (m *Model) HasRods() bool {
	for i := range m.Materials {
		if m.Materials[i].Rod.There() {
			return true
		}
	}
	return false
}

// Links returns the springs whose length the solver Impulses keeps, in ascending order: rigid
// springs, then attachments. It returns nil if the model has neither.
func (m *Model) Links() (springs []uint32) {
	if m.Attachments == 0 && !slices.ContainsFunc(m.Materials, func(of Material) bool { return of.Rigid }) {
		return nil
	}
	m.EachSprings(func(first int, some Springs) bool {
		for k, of := range some.MaterialOf {
			if m.Materials[of].Rigid || first+k >= m.StructuralCount() {
				springs = append(springs, uint32(first+k))
			}
		}
		return true
	})
	return springs
}
