package inspect

import (
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
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

// Of collisions info says who takes part, what they make of the step, what passes, what
// starts too fast and what overlaps.
func TestInfoOfCollisions(t *testing.T) {
	s := must.Get(open.SideBySide([]string{"jelly", "jelly"}, scene.Options{Size: [3]int{4}, Collide: true}))(t)
	plain := *s
	plain.Params = s.Params.Without(model.CollisionTerm)
	if describe(t, &plain).Collision != nil {
		t.Error("collisions where there are none")
	}
	s.Start.Velocity[5] = model.Vec3{0, 0, -40}
	for i := 64; i < 128; i++ {
		s.Model.RestPosition[i] = s.Model.RestPosition[i-64].Add(model.Vec3{0.01, 0, 0.3})
	}
	var text strings.Builder
	describe(t, s).Write(&text)
	for _, line := range []string{"collisions         128 of 128 masses of 2 bodies, radius 0.05 m, kc ", "they take the safe step from ", "masses faster than ",
		"MASS 5 STARTS FASTER, with 40 m/s", "pairs of different bodies overlap at rest, the first masses ", "faces of such a crack"} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("want %q in\n%s", line, text.String())
		}
	}
	leaps := *s
	leaps.Params.DT = 0.05 / 2
	text.Reset()
	if describe(t, &leaps).Write(&text); !strings.Contains(text.String(), "faster than 2 m/s pass through each other: they move by half of their reach within a step") || !strings.Contains(text.String(), "40 m/s: give a smaller dt") {
		t.Errorf("in large steps:\n%s", text.String())
	}
	slower := *s
	slower.Start = s.Model.Start()
	text.Reset()
	if describe(t, &slower).Write(&text); strings.Contains(text.String(), "STARTS FASTER") {
		t.Errorf("nothing starts fast:\n%s", text.String())
	}
}

func describe(t *testing.T, s *scene.Scene) *Structure {
	t.Helper()
	return must.Get(Describe(s, Asked{}))(t)
}
