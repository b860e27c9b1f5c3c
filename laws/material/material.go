// Package material has the laws of the springs of a model: the one place that says how a law follows from a material, and
// which of its numbers and cases a model needs.
package material

import (
	"hooke/laws"
	"hooke/model"
)

// Law returns how a spring of a material resists that has k and c, as physics.Resolver says them, and a rest length [m].
func Law(of *model.Material, own model.Coefficients, restLength float64) laws.Spring[float64] {
	return laws.Spring[float64]{Stiffness: own.Stiffness, Damping: own.Damping, RestLength: restLength, TensionOnly: of.TensionOnly}
}

// Case is a case of the law in which shaders compile more of it.
type Case struct {
	Name    string                  // in shaders
	In      func(*model.Model) bool // whether springs of a model need it
	Numbers int                     // how many of laws.Spring.Numbers its springs have
}

// Cases returns all of them.
func Cases() []Case {
	return []Case{
		{"DAMPING", (*model.Model).Damps, 2},
		{"TENSION", (*model.Model).HasCables, 1},
	}
}

// Numbers returns how many of laws.Spring.Numbers the device stores for each spring of a
// model: stiffness and damping, and those of the cases of the model.
func Numbers(m *model.Model) int {
	count := 2
	for _, c := range Cases() {
		if c.Numbers > count && c.In(m) {
			count = c.Numbers
		}
	}
	return count
}
