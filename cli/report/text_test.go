package report

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// Materials are shown as they are given, each with its vocabulary.
func TestInfoShowsMaterials(t *testing.T) {
	m := &model.Model{MaterialOf: []uint16{1, model.Removed, 2, 2}, Materials: []model.Material{{Name: "removed"},
		{Name: "rope", AxialRigidity: 200, TensionOnly: true}, {Name: "skin", Normalized: spring.Normalized{Stiffness: 0.01, Damping: 0.1}}}}
	want := []Material{{"rope", "SI", "EA = 200 N, tension only", 1}, {"skin", "normalized", "Cs = 0.01, Cd = 0.1", 2}}
	got := paletteOf(m)
	must.BeAll(t, got, want, "palette")
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

// On collisions info reports the masses that take part, their effect on the step, limits of tunneling, fast
// masses and overlaps at the start.
func TestInfoOfCollisions(t *testing.T) {
	s := must.Get(open.SideBySide([]string{"jelly", "jelly"}, scene.Options{Size: [3]int{4}, Collide: true}))(t)
	plain := *s
	plain.Params = s.Params.Without(model.CollisionTerm)
	must.Hold(t, describe(t, &plain).Collision == nil, "collisions where there are none")
	s.Start.Velocity[5] = model.Vec3{0, 0, -40}
	for i := 64; i < 128; i++ {
		s.Model.RestPosition[i] = s.Model.RestPosition[i-64].Add(model.Vec3{0.01, 0, 0.3})
	}
	var text strings.Builder
	describe(t, s).Write(&text)
	for _, line := range []string{"collisions         128 of 128 masses of 2 bodies, radius 0.05 m, kc ", "they reduce the safe step from ", "masses faster than ",
		"MASS 5 STARTS FASTER, with 40 m/s", "pairs of different bodies overlap at rest, the first masses ", "the faces of a crack"} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("want %q in\n%s", line, text.String())
		}
	}
	leaps := *s
	leaps.Params.DT = 0.05 / 2
	text.Reset()
	if describe(t, &leaps).Write(&text); !strings.Contains(text.String(), "faster than 2 m/s tunnel through each other, by half of their reach in a step") || !strings.Contains(text.String(), "40 m/s: give a smaller dt") {
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

// info reports the speed that contacts of finite thickness hold, with the mass, and of edges if they are
// touched.
func TestHoldingIsTold(t *testing.T) {
	edge := 1.5
	var text strings.Builder
	line := func(key, format string, args ...any) { fmt.Fprintf(&text, key+": "+format+"\n", args...) }
	held := 2.5
	for _, h := range []Holding{{Contact: 1, Speed: &held, Mass: 4}, {Contact: 2, Speed: &held, Edge: &edge}, {Contact: 3}} {
		h.write(line)
	}
	want := "contact 1: v_max = 2.5 m/s, up to which its stiffness alone holds mass 4; faster masses are caught\n" +
		"contact 2: v_max = 2.5 m/s, up to which its stiffness alone holds mass 0; faster masses are caught; edges pass from 1.5 m/s on\n"
	must.Be(t, text.String(), want, "")
}

// info says the same of a structure by a pattern and of the same one in arrays, except for the memory of the
// model and the engine gpu, which has no layout of it.
func TestPatternsAreDescribedAsArrays(t *testing.T) {
	for _, c := range []struct {
		preset string
		o      scene.Options
	}{{"lattice", scene.Options{Springs: 20_000}}, {"cloth", scene.Options{Springs: 20_000}}, {"lattice", scene.Options{Size: [3]int{2, 40, 3}}}, {"lattice", scene.Options{Size: [3]int{1, 1, 90}}}} {
		preset := c.preset
		var described [2]*Structure
		for i, byPattern := range []bool{false, true} {
			c.o.ByPattern = byPattern
			s, err := open.Scene(preset, c.o)
			must.Do(t, err)
			if (s.Model.Pattern != nil) != byPattern || (s.Start.Position == nil) != byPattern {
				t.Fatalf("%s, by pattern %v: %+v", preset, byPattern, s.Model.Pattern)
			}
			if described[i], err = Describe(s, Asked{}); err != nil {
				t.Fatal(err)
			}
		}
		arrays, pattern := described[0], described[1]
		if pattern.Memory.Model > arrays.Memory.Model/2 || pattern.Fused.Reason == "" || *pattern.Memory.CPU != *arrays.Memory.CPU {
			t.Errorf("%s: %d bytes of the model, %d in arrays; %+v", preset, pattern.Memory.Model, arrays.Memory.Model, pattern.Fused)
		}
		must.Be(t, roundingDiffers(arrays.Rounding, pattern.Rounding), "", "%s", preset)
		arrays.Memory, arrays.Fused, arrays.Rounding = pattern.Memory, pattern.Fused, pattern.Rounding
		must.Hold(t, reflect.DeepEqual(pattern, arrays), "%s: %+v, want %+v", preset, pattern, arrays)
	}
}

// roundingDiffers says where sums by kinds are not those of all springs, to rounding.
func roundingDiffers(a, b Rounding) string {
	for _, pair := range [][2]float64{{a.Far, b.Far}, {a.Step, b.Step}, {a.Strain, b.Strain}, {a.Expected, b.Expected}} {
		if !(math.Abs(pair[0]-pair[1]) <= 1e-11*math.Abs(pair[0])) {
			return fmt.Sprintf("%v, want %v", b, a)
		}
	}
	if a.text != b.text || (a.Origin == nil) != (b.Origin == nil) {
		return b.text + ", want " + a.text
	}
	return ""
}
