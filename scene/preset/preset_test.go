package preset_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/scenetest"
)

func TestPresets(t *testing.T) {
	springs := map[string]int{"cube": 28, "canon": 56_368, "lattice": 984_438, "cloth": 23_938, "rope": 199, "spot": 50_000,
		"chain": 59, "hinge": 918, "bridge": 1756, "tensegrity": 30, "jelly": 10_476, "breathing": 5068, "walker": 1296, "hiker": 1296, "worm": 1124, "conveyor": 3108, "drape": 9202, "flag": 3648,
		"boxes": 5540, "pile": 7900, "slingshot": 4698, "towel": 5102, "knot": 54, "nails": 1602, "helix": 72, "curtain": 6413, "net": 2588, "storm": 3648, "crash": 20536, "quadruped": 1052, "snake": 512, "crawler": 1144, "raft": 7490, "balloon": 3840, "ragdoll": 42}
	for _, p := range preset.All() {
		s, err := preset.Of(p.Name).Open(scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		scenetest.Sound(t, s)
		want, tolerance := springs[p.Name], 0.0
		if p.Name == "spot" {
			tolerance = 0.02 // the fill's own
		} else if s.Report.Vertices != 0 || s.Report.Elements() != 0 {
			t.Errorf("%s: report %+v", p.Name, s.Report)
		}
		if !scenetest.Within(float64(s.Model.SpringCount()), float64(want), tolerance) {
			t.Errorf("%s: %d springs, want %d", p.Name, s.Model.SpringCount(), want)
		}
		if p.Summary == "" || !slices.Contains(preset.Groups(), p.Group) || s.Source != p.Name {
			t.Errorf("%s: summary %q, group %q, source %q", p.Name, p.Summary, p.Group, s.Source)
		}
		delete(springs, p.Name)
	}
	must.Hold(t, len(springs) <= 0, "not listed: %v", springs)
}

// The two scenes whose numbers are fixed.
func TestFixedRecipes(t *testing.T) {
	cube := must.Get(preset.Of("cube").Open(scene.Options{}))(t)
	want := model.Params{DT: 1e-4, Gravity: model.Vec3{0, 0, -9.81}, Contacts: []model.Contact{model.Ground(0, 100_000, 0)}}
	if lo, _ := cube.Model.Bounds(); !reflect.DeepEqual(cube.Params, want) || cube.Model.Materials[1].Damping != 0 || lo[2] != 0.1 {
		t.Errorf("cube: %+v", cube.Params)
	}
	canon := must.Get(preset.Of("canon").Open(scene.Options{Springs: 28}))(t)
	_, start, err := build.Canon(2)
	must.Do(t, err)
	want = model.Params{DT: 5e-5, Gravity: model.Vec3{0, 0, -9.81}}
	if !reflect.DeepEqual(canon.Params, want) || canon.Start.Position[7] != start.Position[7] || canon.Start.Position[7] == canon.Model.RestPosition[7] {
		t.Errorf("canon: %+v, last mass at %v", canon.Params, canon.Start.Position[7])
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name            string
		o               scene.Options
		masses, springs int
	}{
		{"lattice", scene.Options{Springs: 56_000}, 4913, 56_368},
		{"lattice", scene.Options{Size: [3]int{5}}, 125, 13*125 - 27*25 + 18*5 - 4},
		{"lattice", scene.Options{Size: [3]int{2, 3, 4}, PerMass: 3}, 24, 1*3*4 + 2*2*4 + 2*3*3},
		{"lattice", scene.Options{Springs: 3_000_000, PerMass: 3}, 100 * 100 * 100, 3 * 99 * 100 * 100},
		{"lattice", scene.Options{Size: [3]int{1, 1, 2}}, 2, 1},
		{"canon", scene.Options{Size: [3]int{4}}, 64, 13*64 - 27*16 + 18*4 - 4},
		{"cloth", scene.Options{Size: [3]int{4, 3}}, 12, 39},
		{"cloth", scene.Options{Springs: 1000}, 14 * 14, 6*14*14 - 10*14 + 2},
		{"rope", scene.Options{Springs: 10}, 11, 10},
		{"rope", scene.Options{Size: [3]int{10}}, 10, 9},
		{"chain", scene.Options{Springs: 20}, 21, 20},
		{"jelly", scene.Options{Size: [3]int{4}}, 64, 13*64 - 27*16 + 18*4 - 4},
		{"breathing", scene.Options{Springs: 28}, 8, 28},
		{"drape", scene.Options{Size: [3]int{4, 3}}, 12, 39},
	} {
		s, err := preset.Of(c.name).Open(c.o)
		if err != nil {
			t.Errorf("%s %+v: %v", c.name, c.o, err)
			continue
		}
		scenetest.Sound(t, s)
		if s.Model.MassCount() != c.masses || s.Model.SpringCount() != c.springs {
			t.Errorf("%s %+v: %d masses, %d springs; want %d and %d", c.name, c.o,
				s.Model.MassCount(), s.Model.SpringCount(), c.masses, c.springs)
		}
	}
}

func TestOptionsReachTheScene(t *testing.T) {
	s := must.Get(preset.Of("lattice").Open(scene.Options{Size: [3]int{3}, Density: 500, Stiffness: 77, DampingRatio: 0.5, DT: 1e-6, DragHalfLife: 2}))(t)
	mass := 500. / 27
	if s.Model.Mass[0] != mass || s.Model.Materials[1].Stiffness != 77 ||
		!scenetest.Within(s.Model.Materials[1].Damping, math.Sqrt(77*mass/2), rounding) || s.Params.DT != 1e-6 || s.Params.DragHalfLife != 2 {
		t.Errorf("mass %g, %+v, %+v", s.Model.Mass[0], s.Model.Materials[1], s.Params)
	}
	s = must.Get(preset.Of("cloth").Open(scene.Options{Size: [3]int{3}, Undamped: true, DragHalfLife: math.Inf(1)}))(t)
	must.Hold(t, s.Model.Materials[1].Damping == 0 && s.Params.DragHalfLife == 0, "%+v, %+v", s.Model.Materials[1], s.Params)
	// Twice the density needs twice the stiffness, and the step stays.
	a, errA := preset.Of("spot").Open(scene.Options{Springs: 3000})
	b, errB := preset.Of("spot").Open(scene.Options{Springs: 3000, Density: 2000})
	must.Do(t, errors.Join(errA, errB))
	if !scenetest.Within(b.Model.Materials[1].Stiffness, 2*a.Model.Materials[1].Stiffness, 1e-3) || !scenetest.Within(b.Params.DT, a.Params.DT, 1e-3) {
		t.Errorf("%g and %g N/m, %g and %g s", a.Model.Materials[1].Stiffness, b.Model.Materials[1].Stiffness, a.Params.DT, b.Params.DT)
	}
}

func TestOptionErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      scene.Options
		option string
		want   string
	}{
		{"cube", scene.Options{Springs: 5}, "springs", "cube has no use for it; leave it out (cube takes dt, drag, solver, substeps, iterations, tolerance, forward, warm, collide, inputs)"},
		{"canon", scene.Options{Stiffness: 5}, "stiffness", "canon has no use"},
		{"canon", scene.Options{Size: [3]int{3, 4, 5}}, "masses", "canon is a cube"},
		{"cloth", scene.Options{PerMass: 9}, "per-mass", "cloth has no use"},
		{"cloth", scene.Options{Size: [3]int{3, 4, 5}}, "masses", "two sizes"},
		{"rope", scene.Options{Size: [3]int{3, 4}}, "masses", "one size"},
		{"rope", scene.Options{Springs: 1}, "masses", "at least 3 masses"},
		{"chain", scene.Options{Size: [3]int{3, 4}}, "masses", "one size"},
		{"jelly", scene.Options{Size: [3]int{3, 4}}, "masses", "it is a cube"},
		{"breathing", scene.Options{Size: [3]int{1}}, "masses", "at least 2 masses a side"},
		{"walker", scene.Options{Springs: 100}, "springs", "walker has no use"},
		{"tensegrity", scene.Options{Density: 100}, "density", "tensegrity has no use"},
		{"lattice", scene.Options{Size: [3]int{3, 4, 0}}, "masses", "one number or three"},
		{"lattice", scene.Options{Size: [3]int{1}}, "masses", "no springs"},
		{"lattice", scene.Options{Size: [3]int{0, 4, 4}}, "masses", "at least 1"},
		{"lattice", scene.Options{Size: [3]int{4, -4, 4}}, "masses", "at least 1"},
		{"lattice", scene.Options{Springs: -1}, "springs", "out of range"},
		{"lattice", scene.Options{Springs: 1 << 40}, "springs", "out of range"},
		{"lattice", scene.Options{Springs: 5, Size: [3]int{5}}, "masses", "give one of the two"},
		{"lattice", scene.Options{PerMass: 12}, "per-mass", "choose 3, 9 or 13"},
		{"lattice", scene.Options{Undamped: true, DampingRatio: 1}, "undamped", "give one of the two"},
		{"lattice", scene.Options{As: "cloth"}, "as", "lattice has no use"},
		{"spot", scene.Options{Size: [3]int{5}}, "masses", "spot has no use"},
		{"spot", scene.Options{Springs: 5, Pitch: 0.1}, "pitch", "give one of the two"},
		{"spot", scene.Options{As: "cloth", Fill: "lattice"}, "fill", "give one of the two"},
		{"spot", scene.Options{As: "cloth", Springs: 500}, "springs", "the springs that the file has"},
		{"spot", scene.Options{As: "cloth", Pitch: 1}, "pitch", "it belongs to a fill"},
		{"spot", scene.Options{As: "cloth", PerMass: 3}, "per-mass", "it belongs to a fill"},
		{"spot", scene.Options{As: "jelly"}, "as", `"jelly" is unknown; choose cloth or lines`},
		{"spot", scene.Options{Fill: "tetrahedra"}, "fill", "choose lattice"},
		{"spot", scene.Options{Up: "Y"}, "up", "choose x or y or z"},
		{"spot", scene.Options{Pin: "left"}, "pin", "choose top or bottom or none"},
		{"spot", scene.Options{Scale: -1}, "scale", "-1 must be a positive number"},
		{"spot", scene.Options{Scale: 1e300}, "scale", "1e+300 is out of range; it must be from 1e-30 to 1e+18"},
		{"rope", scene.Options{Density: 1e-300}, "density", "1e-300 is out of range"},
		{"cube", scene.Options{DragHalfLife: 1e300}, "drag", "1e+300 is out of range"},
		{"spot", scene.Options{Pitch: math.NaN()}, "pitch", "NaN must be"},
		{"cube", scene.Options{DT: math.Inf(1)}, "dt", "+Inf must be"},
		{"cube", scene.Options{DragHalfLife: -1}, "drag", "half-life -1 s"},
		{"lattice", scene.Options{Density: -1}, "density", "-1 must be"},
		{"lattice", scene.Options{Stiffness: math.Inf(1)}, "stiffness", "must be"},
		{"lattice", scene.Options{DampingRatio: -0.1}, "damping-ratio", "must be"},
	} {
		_, err := preset.Of(c.name).Open(c.o)
		var option *scene.OptionError
		if !errors.As(err, &option) || option.Option != c.option || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: error %v, want one of option %s with %q", c.name, c.o, err, c.option, c.want)
		}
	}
	// Several faults at once.
	_, err := preset.Of("cube").Open(scene.Options{DT: -1, DragHalfLife: -1, PerMass: 2})
	for _, want := range []string{"option dt", "option drag", "option per-mass"} {
		must.Say(t, "", err, want)
	}
}
