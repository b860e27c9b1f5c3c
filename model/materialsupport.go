package model

import (
	"fmt"
	"slices"
)

// MaterialFeatures returns the features that a material gives its springs, in the order of
// the table.
func MaterialFeatures() []Feature {
	return slices.DeleteFunc(Features(), func(f Feature) bool { return table()[f].of == nil })
}

// Material returns the number of the first material of a model that gives springs the
// feature; -1 if there is none.
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
