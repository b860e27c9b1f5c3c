package table_test

import (
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/must"
)

// Boxes are found in structures that are whole boxes, and in no others.
func TestBoxes(t *testing.T) {
	without := func(m *model.Model, spring int) *model.Model {
		m.MaterialOf[spring] = model.Removed
		return m
	}
	for _, c := range []struct {
		name  string
		model *model.Model
		size  [3]int // zero: it is no box
	}{
		{"lattice", gputest.Grid(9, 8, 7), [3]int{9, 8, 7}},
		{"flat lattice", gputest.Grid(20, 5, 3), [3]int{20, 5, 3}},
		{"cloth", gputest.Grid(40, 30, 1), [3]int{40, 30, 1}},
		{"rope", gputest.Grid(300, 1, 1), [3]int{300, 1, 1}},
		{"shuffled lattice", gputest.Shuffled(gputest.Grid(9, 8, 7), 2), [3]int{9, 8, 7}},
		{"lattice without its first spring", without(gputest.Grid(9, 8, 7), 0), [3]int{}},
		{"lattice without its last spring", without(gputest.Grid(9, 8, 7), len(gputest.Grid(9, 8, 7).Ends)-1), [3]int{}},
		{"ball", gputest.Ball(9), [3]int{}},
		{"two materials", gputest.TwoMaterials(gputest.Grid(9, 8, 7), 1), [3]int{}},
		{"network", gputest.Jittered(gputest.Grid(9, 8, 7), 3), [3]int{}},
	} {
		a := must.Get(table.Arrange(table.NewResponse(c.model, 1e-4), table.Options{}))(t)
		var size [3]int
		if a.Box != nil {
			size = a.Box.Size
		}
		must.Be(t, size, c.size, "%s", c.name)
	}
}

// A visit of a box asks for the sides that its neighbor may be beyond, and for no other.
func TestConstantsOfABox(t *testing.T) {
	m := gputest.Grid(6, 5, 4)
	r := table.NewResponse(m, 1e-4)
	a := must.Get(table.Arrange(r, table.Options{}))(t)
	text := must.Get(a.Constants(r, options.Single))(t).Defines()[0].Value
	must.Be(t, strings.Count(text, "VISIT("), 26, "visits in %s", text)
	for _, part := range []string{"x = i % 6u, y = i / 6u % 5u, z = i / 30u;", "if (x < 5u) BOX_VISIT(1, 1, 0, 0, ", "if (x >= 1u) BOX_VISIT(-1, -1, 0, 0, ",
		"if (x >= 1u && y < 4u && z < 3u) BOX_VISIT(35, -1, 1, 1, 300.0, ", "if (x < 5u && y >= 1u && z >= 1u) BOX_VISIT(-35, 1, -1, -1, 300.0, "} {
		must.Hold(t, strings.Contains(text, part), "no %q in %s", part, text)
	}
	masks := must.Get(table.Arrange(r, table.Options{}))(t)
	masks.Box = nil
	text = must.Get(masks.Constants(r, options.Single))(t).Defines()[0].Value
	must.Be(t, strings.Count(text, "VISIT((mask0 >> "), 26, "visits in %s", text)
}

// Materials that stay have the same text at each step, and normalized ones another.
func TestSameConstants(t *testing.T) {
	m := gputest.Grid(6, 5, 4)
	of := func(m *model.Model, dt float64) *table.Constants {
		r := table.NewResponse(m, dt)
		return must.Get(must.Get(table.Arrange(r, table.Options{}))(t).Constants(r, options.Single))(t)
	}
	must.Hold(t, of(m, 1e-4).Same(of(m, 2e-4)), "stated materials change with dt")
	own := *m
	own.Materials = slices.Clone(m.Materials)
	own.Materials[1].Stiffness *= 1 + 1e-6
	must.Hold(t, !of(m, 1e-4).Same(of(&own, 1e-4)), "another stiffness has the same text")
}
