package inspect

import (
	"hooke/model"
	"hooke/spring"
	"slices"
	"strings"
	"testing"
)

// Materials are shown as they are given, each with its vocabulary.
func TestInfoShowsMaterials(t *testing.T) {
	m := &model.Model{MaterialOf: []uint16{1, model.Removed, 2, 2}, Materials: []model.Material{{Name: "removed"},
		{Name: "rope", AxialRigidity: 200, TensionOnly: true}, {Name: "skin", Normalized: spring.Normalized{Stiffness: 0.01, Damping: 0.1}}}}
	want := []Material{{"rope", "SI", "EA = 200 N, tension only", 1}, {"skin", "normalized", "Cs = 0.01, Cd = 0.1", 2}}
	got := paletteOf(m)
	if !slices.Equal(got, want) {
		t.Errorf("palette is %+v, want %+v", got, want)
	}
	for range maxPalette {
		got = append(got, Material{})
	}
	var text strings.Builder
	(&Structure{Palette: got, DT: 1}).Write(&text)
	for _, line := range []string{" rope (SI): EA = 200 N, tension only; 1 springs\n", " and 2 more materials\n"} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("want %q in\n%s", line, text.String())
		}
	}
}
