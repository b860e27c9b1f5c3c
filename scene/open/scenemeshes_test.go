package open

import (
	"reflect"
	"testing"

	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// Numbers in the head: a rope of 3 masses, scaled by 2, turned by 90° about z and
// moved, beside one that stays.
func TestMeshesAreScaledTurnedAndMoved(t *testing.T) {
	s := openText(t, `
[[mesh]]
make = "rope"
masses = 3
length = 2
mass = 0.5
stiffness = 10
[[mesh]]
name = "other"
make = "rope"
masses = 3
length = 2
mass = 0.5
stiffness = 10
scale = 2
turn = [0, 0, 90]
move = [0, 0, 5]
velocity = [0, 0, 1]
`)
	m := s.Model
	want := []model.Vec3{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, -2, 5}, {0, 0, 5}, {0, 2, 5}}
	for i, x := range want {
		// A turn by 90° rounds a few times.
		if d := m.RestPosition[i].Sub(x).Len(); d > 1e-15*5 || s.Start.Position[i].Sub(m.RestPosition[i]).Len() > 1e-15 {
			t.Errorf("mass %d rests at %v and starts at %v, want %v", i, m.RestPosition[i], s.Start.Position[i], x)
		}
		must.Be(t, s.Start.Velocity[i], (model.Vec3{0, 0, float64(i / 3)}), "mass %d starts with", i)
	}
	must.Hold(t, reflect.DeepEqual(m.RestLength, []float64{1, 1, 2, 2}), "rest lengths %v, want 1 and 2", m.RestLength)
	if g, _ := m.Group("other"); !reflect.DeepEqual(g.Masses, []uint32{3, 4, 5}) {
		t.Errorf("group other %v", g)
	}
	if g, _ := m.Group("other/ends"); !reflect.DeepEqual(g.Masses, []uint32{3, 5}) {
		t.Errorf("group other/ends %v", g)
	}
	if s.Name != "made" || m.Name != "made" || s.Params.Gravity != model.EarthGravity() || s.Params.DT != physics.AutoStep(m, s.Params) {
		t.Errorf("%s, gravity %v, dt %g", s.Name, s.Params.Gravity, s.Params.DT)
	}
}

// Turned about x, then y, then z: x is turned by the second and third only.
func TestTurnsFollowEachOther(t *testing.T) {
	s := openText(t, "[[mesh]]\nmake = \"rope\"\nmasses = 3\nlength = 2\nstiffness = 1\nturn = [90, 90, 90]\n")
	if d := s.Model.RestPosition[2].Sub(model.Vec3{0, 0, -1}).Len(); d > 1e-15 { // x → −z about y, which z keeps
		t.Errorf("x became %v", s.Model.RestPosition[2])
	}
	s = openText(t, "[[mesh]]\nmake = \"rope\"\nmasses = 3\nlength = 2\nstiffness = 1\nturn = [90, 0, 90]\n")
	if d := s.Model.RestPosition[2].Sub(model.Vec3{0, 1, 0}).Len(); d > 1e-15 { // x → x about x, → y about z
		t.Errorf("x became %v", s.Model.RestPosition[2])
	}
}

// The masses that each selector chooses in a lattice of 3 × 3 × 3 masses, 1 m apart.
func TestGroupsPinsAndMaterials(t *testing.T) {
	s := openText(t, `
[[mesh]]
make = "lattice"
masses = 3
spacing = 1
stiffness = 100
per_mass = 3
[[group]]
name = "box"
shape = "box"
min = [-1, -1, 0]
max = [1, 1, 0]
[[group]]
name = "ball"
shape = "sphere"
center = [0, 0, 1]
radius = 1
[[group]]
name = "half"
shape = "plane"
point = [0.5, 0, 0]
normal = [3, 0, 0]
[[group]]
name = "both"
shape = "label"
labels = ["box", "top"]
within = "half"
[[group]]
name = "list"
shape = "list"
masses = [26, 0]
[[pin]]
group = "list"
[[pin]]
group = "half"
axes = "xz"
[[material]]
name = "hard"
group = "box"
frequency = 5.0
damping_ratio = 0.3
tension_only = true
[[material]]
name = "soft"
replaces = "lattice"
normalized_stiffness = 0.25
normalized_damping = 0.5
[[contact]]
shape = "plane"
stiffness = 10
`)
	m := s.Model
	for name, want := range map[string]int{"box": 9, "ball": 7, "half": 9, "both": 6, "list": 2} {
		if g, _ := m.Group(name); len(g.Masses) != want {
			t.Errorf("group %s has %d masses, want %d", name, len(g.Masses), want)
		}
	}
	if m.PinOf(0) != model.PinAll || m.PinOf(26) != model.PinAll || m.PinOf(2) != model.PinX|model.PinZ || m.PinOf(1) != 0 {
		t.Errorf("pins %v", m.Pin)
	}
	want := []model.Material{{Name: "removed"},
		{Name: "soft", Normalized: spring.Normalized{Stiffness: 0.25, Damping: 0.5}},
		{Name: "hard", Frequency: 5, DampingRatio: 0.3, TensionOnly: true}}
	must.Hold(t, reflect.DeepEqual(m.Materials, want), "materials %v, want %v", m.Materials, want)
	hard := 0
	for _, material := range m.MaterialOf {
		if material == 2 {
			hard++
		}
	}
	if hard != 12 { // the edges of a layer of 3 × 3
		t.Errorf("%d springs are hard, want 12", hard)
	}
}
