package open

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/toml"
)

// Every preset, exported, gives the same model, start and parameters, bit by bit.
func TestEveryExportedPresetIsItself(t *testing.T) {
	type exported struct {
		preset  string
		options scene.Options
	}
	var all []exported
	for _, p := range preset.All() {
		all = append(all, exported{p.Name, scene.Options{}})
	}
	for _, c := range append(all, []exported{
		{"lattice", scene.Options{Size: [3]int{4, 3, 2}, PerMass: 9, Stiffness: 1000. / 3, Undamped: true}},
		{"cloth", scene.Options{Springs: 500, Density: 0.1, DragHalfLife: 1. / 3, Integrator: 1}},
		{"spot", scene.Options{Springs: 1000, Up: "y", Pin: "bottom", Scale: 1. / 3, Modulus: 1e6}},
	}...) {
		t.Run(c.preset, func(t *testing.T) {
			want := must.Get(Scene(c.preset, c.options))(t)
			text := must.Get(toml.Export(c.preset, c.options))(t)
			path := filepath.Join(t.TempDir(), "exported.toml")
			must.Do(t, os.WriteFile(path, []byte(text), 0o666))
			got, err := Scene(path, scene.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			must.Hold(t, reflect.DeepEqual(got.Model, want.Model), "model differs")
			must.Hold(t, reflect.DeepEqual(got.Start, want.Start), "start differs")
			must.Hold(t, reflect.DeepEqual(got.Params, want.Params), "params %+v, want %+v", got.Params, want.Params)
			if got.Duration != want.Duration || got.Name != want.Name {
				t.Errorf("%s for %v s, want %s for %v s", got.Name, got.Duration, want.Name, want.Duration)
			}
		})
	}
}

// openText writes a scene file and opens it.
func openText(t *testing.T, text string) *scene.Scene {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.toml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return must.Get(Scene(path, scene.Options{}))(t)
}

// Everything of the parameters arrives as it was written.
func TestEveryPartOfTheParameters(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"wave.csv": "0,0\n0.5,1\n1,0\n", "time.csv": "t,f\n0,0\n2,5\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	path := filepath.Join(folder, "all.toml")
	must.Do(t, os.WriteFile(path, []byte(`
name = "all of it"
[run]
dt = 1e-4
integrator = "verlet"
duration = 3
gravity = [0, 0, -1]
drag_half_life = 2
quadratic_drag = 0.01
seed = 9
[[mesh]]
name = "c"
make = "cloth"
masses = [3, 3]
spacing = 1
stiffness = 10
[[pin]]
group = "c/corners"
[[group]]
name = "middle"
shape = "list"
masses = [4]
[[contact]]
shape = "capsule"
inside = true
a = [0, 0, -5]
b = [0, 0, 5]
radius = 9
stiffness = 7
damping = 1
static_friction = 0.5
kinetic_friction = 0.25
[[actuator]]
name = "m"
group = "c"
wave = "table"
table = "wave.csv"
amplitude = -0.5
frequency = 2
phase = 0.5
half_life = 0.1
[[force]]
name = "f"
group = "middle"
force = [1, 2, 3]
table = "time.csv"
[[motor]]
axis = [0, 0, 2]
speed = 3
damping = 4
limit = 5
table = [[0, 1], [1, 2]]
[[handle]]
near = [0.1, 0.1, 0]
target = [1, 1, 1]
velocity = [0, 1, 0]
stiffness = 6
damping = 7
[[guide]]
name = "g"
kind = "plane"
group = "middle"
direction = [0, 3, 0]
point = [0, 0, 1]
[[guide]]
kind = "path"
group = "c/corners"
velocity = [1, 0, 0]
amplitude = [0, 1, 0]
wave = "table"
cycle = "wave.csv"
frequency = 1
phase = 1
table = [[0, 0, 0, 0], [1, 0, 0, 1]]
[wind]
velocity = [5, 0, 0]
lift = 0.5
gust = 0.25
[[output]]
what = "csv"
every = 0.5
file = "probes/a.csv"
group = ["middle", "c"]
fields = "positions"
`), 0o666))
	s := must.Get(Scene(path, scene.Options{}))(t)
	wave := model.Curve{At: []float64{0, 0.5, 1}, Value: []float64{0, 1, 0}}
	want := model.Params{
		DT: 1e-4, Gravity: model.Vec3{0, 0, -1}, DragHalfLife: 2, QuadraticDrag: 0.01, Integrator: model.VelocityVerlet,
		Contacts: []model.Contact{{Shape: model.Capsule{A: model.Vec3{0, 0, -5}, B: model.Vec3{0, 0, 5}, Radius: 9},
			Inside: true, Stiffness: 7, Damping: 1, StaticFriction: 0.5, KineticFriction: 0.25}},
		Actuators: []model.Actuator{{Name: "m", Wave: model.Table, Amplitude: -0.5, Frequency: 2, Phase: 0.5, Table: wave, HalfLife: 0.1}},
		Forces:    []model.Force{{Name: "f", Masses: []uint32{4}, Force: model.Vec3{1, 2, 3}, Table: model.Curve{At: []float64{0, 2}, Value: []float64{0, 5}}}},
		Motors:    []model.Motor{{Axis: model.Vec3{0, 0, 1}, Speed: 3, Damping: 4, Limit: 5, Table: model.Curve{At: []float64{0, 1}, Value: []float64{1, 2}}}},
		Handles:   []model.Handle{{Mass: 4, Target: model.Vec3{1, 1, 1}, TargetVelocity: model.Vec3{0, 1, 0}, Stiffness: 6, Damping: 7}},
		Guides: []model.Guide{
			{Name: "g", Kind: model.OnPlane, Masses: []uint32{4}, Direction: model.Vec3{0, 1, 0}, Point: &model.Vec3{0, 0, 1}},
			{Kind: model.OnPath, Masses: []uint32{6, 8}, Path: model.Path{Velocity: model.Vec3{1, 0, 0}, Amplitude: model.Vec3{0, 1, 0},
				Wave: model.Table, Cycle: wave, Frequency: 1, Phase: 1,
				Table: []model.PathPoint{{Time: 0}, {Time: 1, Offset: model.Vec3{0, 0, 1}}}}},
		},
		Wind: model.Wind{Velocity: model.Vec3{5, 0, 0}, Drag: 1, Lift: 0.5, Gust: 0.25, GustTime: 1, Seed: 9},
	}
	must.Be(t, cmp.Diff(want, s.Params), "", "params (- want, + got)")
	if at := s.Outputs[0].Place; !strings.Contains(at.At, ".toml:") || !strings.Contains(at.Line, "probes/a.csv") || !strings.HasSuffix(at.Line, "^") {
		t.Errorf("an output is at %q:\n%s", at.At, at.Line)
	}
	s.Outputs[0].Place = scene.Place{}
	outputs := []scene.OutputRequest{{What: "csv", Every: 0.5, File: "probes/a.csv", Groups: []string{"middle", "c"}, Fields: []string{"positions"}}}
	if diff := cmp.Diff(outputs, s.Outputs); diff != "" || s.Seed != 9 || s.Duration != 3 || s.Name != "all of it" {
		t.Errorf("%s: seed %d, %g s, outputs (- want, + got):\n%s", s.Name, s.Seed, s.Duration, diff)
	}
	for i, actuator := range s.Model.ActuatorOf {
		must.Be(t, actuator, 1, "spring %d has actuator", i)
	}
}

// Muscles of presets keep their order: each part's own, then those of the file.
func TestMusclesOfTwoWormsAndOneMore(t *testing.T) {
	worm := "[[mesh]]\npreset = \"worm\"\n"
	s := openText(t, worm+worm+"name = \"second\"\nmove = [0, 1, 0]\n[[actuator]]\ngroup = \"second/top\"\namplitude = 0.1\nfrequency = 1\n")
	alone := openText(t, worm)
	if len(s.Params.Actuators) != 33 || len(alone.Params.Actuators) != 16 {
		t.Fatalf("%d and %d actuators, want 33 and 16", len(s.Params.Actuators), len(alone.Params.Actuators))
	}
	springs := alone.Model.SpringCount()
	for i, first := range alone.Model.ActuatorOf {
		if s.Model.ActuatorOf[i] != first {
			t.Fatalf("spring %d has actuator %d, want %d", i, s.Model.ActuatorOf[i], first)
		}
		if second := s.Model.ActuatorOf[springs+i]; second != first+16 && second != 33 {
			t.Fatalf("spring %d has actuator %d, want %d or 33", springs+i, second, first+16)
		}
	}
}

// A scene file is known without its extension, and a mesh is not taken for one.
func TestSceneFilesAreKnownByContent(t *testing.T) {
	for text, want := range map[string]bool{
		"# a comment\n\n[run]\ndt = 1\n": true, "\ufeff[[mesh]]\n": true, "name = \"x\"\n": true,
		"# vtk DataFile Version 3.0\n[title]\n": false, "o x\nv 0 0 0\n": false, "": false, "[x]\n": false,
	} {
		path := filepath.Join(t.TempDir(), "file")
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		must.Be(t, toml.IsScene(path), want, "%q", text)
	}
}
