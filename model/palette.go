package model

import (
	"fmt"
	"slices"

	"hooke/model/inelastic"
)

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

// Inelastic reports whether springs of a material of the palette are more than k and c: whether they
// tear, yield, creep or have a force table.
func (m *Model) Inelastic() bool {
	return slices.ContainsFunc(m.Materials, func(of Material) bool { return of.Inelastic.There() })
}

// Changing reports whether a material of the palette tears, yields or creeps, so that states hold the
// changes of springs.
func (m *Model) Changing() bool {
	return slices.ContainsFunc(m.Materials, func(of Material) bool { return of.Inelastic.Changes() })
}

// Tearing reports whether a material of the palette tears.
func (m *Model) Tearing() bool {
	return slices.ContainsFunc(m.Materials, func(of Material) bool { return of.Inelastic.Tears() })
}

// Unchanged returns the changes of all springs at the start: none. It is nil for a model whose
// springs cannot change.
func (m *Model) Unchanged() []inelastic.Change {
	if !m.Changing() {
		return nil
	}
	out := make([]inelastic.Change, m.SpringCount())
	m.EachSprings(func(first int, some Springs) bool {
		for k, rest := range some.RestLength {
			out[first+k].RestLength = rest
		}
		return true
	})
	return out
}

// Changed returns the model with springs as they have become: with their present rest lengths, and
// without those that are torn. It is m itself if no changes are given. The copy shares all other
// arrays with m.
func (m *Model) Changed(changes []inelastic.Change) *Model {
	if len(changes) == 0 {
		return m
	}
	out := *m
	out.InArrays()
	out.MaterialOf, out.RestLength = slices.Clone(out.MaterialOf), slices.Clone(out.RestLength)
	for s := range changes {
		switch c := &changes[s]; {
		case !out.Materials[out.MaterialOf[s]].Inelastic.Changes():
		case c.Torn():
			out.MaterialOf[s] = Removed
		default:
			out.RestLength[s] = c.RestLength
		}
	}
	return &out
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

// MaterialFeatures returns the features that a material gives its springs, in the order of
// the table.
func MaterialFeatures() []Feature {
	return slices.DeleteFunc(Features(), func(f Feature) bool { return table()[f].of == nil })
}

// Material returns the number of the first material of a model that gives springs the
// feature; -1 without such a material.
func (f Feature) Material(m *Model) int { return table()[f].material(m) }

func (r row) has(m *Model, p Params) bool {
	return r.in != nil && r.in(m, p) || r.of != nil && r.material(m) >= 0
}

func (r row) material(m *Model) int {
	for i := range m.Materials {
		if r.of != nil && r.of(&m.Materials[i]) {
			return i
		}
	}
	return -1
}

// Beyond returns a phrase such as "pulls only" for a material that is more than k and c in SI
// units, which is all that some files can hold; empty for others.
func (m *Material) Beyond() string {
	for _, r := range table() {
		if r.of != nil && r.of(m) {
			return r.says
		}
	}
	return ""
}

// materialsFit returns an error for a material that the solver does not support.
func materialsFit(p Params, m *Model) error {
	for _, r := range table() {
		if r.of == nil || r.solver == nil || r.solver(p.Integrator.Method()) {
			continue
		}
		if i := r.material(m); i >= 0 {
			return fmt.Errorf("model: material %d (%s) %s, and the solver %v has no %s; use --solver %s", i, m.Materials[i].Name, r.says, p.Integrator, r.name, solversThat(r.solver))
		}
	}
	return nil
}
