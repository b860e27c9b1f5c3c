package model

import (
	"slices"
	"testing"
)

// Top and bottom are the outermost 2 % of the height of the model, or of a group, unless groups have these names.
func TestGroupsOfEnds(t *testing.T) {
	m := &Model{Groups: []Group{{Name: "right", Masses: []uint32{2, 3, 4}}, {Name: "left/top", Masses: []uint32{1}}, {Name: "left", Masses: []uint32{0, 1, 5}}, {Name: "none"}}}
	for _, z := range []float64{0, 0.5, 0.019, 1, 0.3, 0.021} {
		m.RestPosition = append(m.RestPosition, Vec3{z, 0, z - 7})
	}
	for name, want := range map[string][]uint32{"bottom": {0, 2}, "top": {3}, "right/bottom": {2}, "right/top": {3}, "left/top": {1}, "left": {0, 1, 5}} {
		if g, there := m.Group(name); !there || g.Name != name || !slices.Equal(g.Masses, want) {
			t.Errorf("%s: %v, want %v", name, g, want)
		}
	}
	for _, name := range []string{"", "Top", "middle", "rihgt/top", "/top", "right/", "none/top", "right/top/bottom"} {
		if g, there := m.Group(name); there {
			t.Errorf("%s: %v", name, g)
		}
	}
	if _, there := m.OwnGroup("top"); there {
		t.Error("the model has a group top of its own")
	}
	m.Groups = append(m.Groups, Group{Name: "top", Masses: []uint32{5}})
	if g, _ := m.Group("top"); !slices.Equal(g.Masses, []uint32{5}) {
		t.Errorf("top: %v, want the model's own", g)
	}
	if g, there := (&Model{}).Group("top"); there {
		t.Errorf("without masses: %v", g)
	}
}
