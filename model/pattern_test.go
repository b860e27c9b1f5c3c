package model

import (
	"strings"
	"testing"
)

// A pattern that no arrays could have is refused by name, and so is an array beside it.
func TestValidatePatterns(t *testing.T) {
	good := func() *Model {
		return &Model{Materials: []Material{{}, {Stiffness: 1}}, Pattern: &Pattern{Size: [3]int{4, 3, 2}, Spacing: 0.1, Mass: 1,
			Stencil: []Offset{{Dx: 1, RestLength: 0.1, Material: 1}, {Dx: -1, Dy: 1, RestLength: 0.1, Material: 1}}}}
	}
	if err := good().Validate(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(m *Model){
		"at least 1": func(m *Model) { m.Pattern.Size[1] = 0 },
		"in all":     func(m *Model) { m.Pattern.Size = [3]int{1 << 20, 1 << 20, 1 << 20} },
		"at most 2147483647": func(m *Model) {
			m.Pattern.Size = [3]int{1 << 15, 1 << 15, 1}
			m.Pattern.Stencil = append(m.Pattern.Stencil, Offset{Dy: 1, RestLength: 0.1, Material: 1})
		},
		"0 m apart":                      func(m *Model) { m.Pattern.Spacing = 0 },
		"mass is -1 kg":                  func(m *Model) { m.Pattern.Mass = -1 },
		"no mass of a higher number":     func(m *Model) { m.Pattern.Stencil[0].Dx = -1 },
		"removed springs":                func(m *Model) { m.Pattern.Stencil[0].Material = Removed },
		"material 7":                     func(m *Model) { m.Pattern.Stencil[0].Material = 7 },
		"rest length is -1 m":            func(m *Model) { m.Pattern.Stencil[1].RestLength = -1 },
		"entries of Ends beside":         func(m *Model) { m.Ends = []Ends{{0, 1}} },
		"entries of ActuatorOf beside":   func(m *Model) { m.ActuatorOf = []uint16{0} },
		"k and c by their material":      func(m *Model) { m.Materials[1] = Material{Frequency: 1} },
		"3 pins for 24 masses":           func(m *Model) { m.Pin = make([]Pin, 3) },
		"palette entry 0":                func(m *Model) { m.Materials[0].Stiffness = 1 },
		"group g: mass 24; masses are n": func(m *Model) { m.Groups = []Group{{"g", []uint32{24}}} },
	} {
		m := good()
		change(m)
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
