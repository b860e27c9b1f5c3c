package open

import (
	"reflect"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
	"hooke/scene/toml"
)

// bodiesOf counts the masses of every body.
func bodiesOf(m *model.Model) map[uint16]int {
	out := map[uint16]int{}
	for i := range m.MassCount() {
		out[m.BodyOf(i)]++
	}
	return out
}

// Every mesh is a body, unless a joint makes it one with another; without collisions there
// are none.
func TestBodiesOfASceneFile(t *testing.T) {
	third := "[[mesh]]\nname = \"far\"\nmake = \"rope\"\nmasses = 5\nlength = 1\nmass = 1\nstiffness = 10\nmove = [5, 0, 0]\n"
	for _, c := range []struct {
		name, text string
		want       map[uint16]int
	}{
		{"two", twoBlocks("0.5", "[collision]\n"), map[uint16]int{0: 27, 1: 27}},
		{"welded", twoBlocks("0.201", "[collision]\n[[join]]\nhow = \"weld\"\na = \"low/top\"\nb = \"high/bottom\"\ndistance = 0.01\n"), map[uint16]int{0: 45}},
		{"connected, and one more", twoBlocks("0.3", third+"[collision]\n[[join]]\nhow = \"connect\"\na = \"low/top\"\nb = \"high/bottom\"\ndistance = 0.101\nstiffness = 5\n"), map[uint16]int{0: 54, 1: 5}},
		{"one", twoBlocks("0.5", "")[:strings.Index(twoBlocks("0.5", ""), "[[mesh]]\nname = \"high\"")] + "[collision]\n", map[uint16]int{0: 27}},
	} {
		s, err := sceneOf(t, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := bodiesOf(s.Model); !reflect.DeepEqual(got, c.want) || len(s.Params.Collision.Bodies) != len(c.want) {
			t.Errorf("%s: masses of bodies %v, %d surfaces; want %v", c.name, got, len(s.Params.Collision.Bodies), c.want)
		}
		if len(c.want) == 1 && s.Model.Body != nil {
			t.Errorf("%s: one body has numbers", c.name)
		}
	}
	s, err := sceneOf(t, twoBlocks("0.5", ""))
	if err != nil || s.Model.Body != nil || s.Model.Radius != nil || s.Params.Collision.Acts() {
		t.Errorf("without [collision]: %v, %v, %v", err, s.Model.Body, s.Params.Collision)
	}
}

// Every key of [collision] arrives, and --collide means the table without keys.
func TestKeysOfCollision(t *testing.T) {
	s := must.Get(sceneOf(t, twoBlocks("0.5", "[collision]\nradius = 0.03\nstiffness = 70\ndamping_ratio = 0\nstatic_friction = 0.4\nkinetic_friction = 0.3\nfriction_iterations = 2\n"+
		"skin = 0.01\ncheck_every = 3\nwhich = \"all\"\ngroups = [\"low/top\", \"high\"]\nbetween = \"bodies\"\n")))(t)
	want := model.Collision{Others: true, Skin: 0.01, CheckEvery: 3, FrictionIterations: 2,
		Bodies: []model.Surface{{Stiffness: 70, StaticFriction: 0.4, KineticFriction: 0.3}, {Stiffness: 70, StaticFriction: 0.4, KineticFriction: 0.3}}}
	must.Hold(t, reflect.DeepEqual(s.Params.Collision, want), "got %+v, want %+v", s.Params.Collision, want)
	taking := 0
	for _, r := range s.Model.Radius {
		if r == 0.03 {
			taking++
		}
	}
	must.Be(t, taking, 9+27, "masses have the radius")
	table := must.Get(sceneOf(t, twoBlocks("0.5", "[collision]\n")))(t)
	flag := must.Get(Scene(scenetest.Write(t, "x.toml", twoBlocks("0.5", "")), scene.Options{Collide: true}))(t)
	must.Hold(t, reflect.DeepEqual(table.Params, flag.Params) && reflect.DeepEqual(table.Model, flag.Model), "--collide is not [collision]")
}

// A fault is reported with its line and a caret.
func TestFaultsOfCollision(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{"radius = -0.1\n", "radius = -0.1\n"},
		{"groups = \"lows\"\n", `group "lows" is unknown`},
		{"radius = 40\n", "more than 256 masses share a bucket"},
		{"radius = 1e16\n", "too large for a structure"},
		{"skin = 1e-20\n", "x.toml:18:8: skin is 1e-20 m, too small for masses that reach 0.1 m"},
		{"skin = 40\n", "x.toml:18:8: radius: more than 256 masses share a bucket"},
		{"between = [\"self\", \"self\"]\n", "x.toml:18:1: between names \"self\" twice"},
		{"friction_iterations = 2\n", "x.toml:18:1: friction_iterations does nothing without static_friction"},
		{"radius_factor = 1e-20\n", "x.toml:18:17: radius of mass 0 is 1e-21 m, too small"},
		{"static_friction = 0.1\nkinetic_friction = 0.2\n", "static_friction is 0.1; it must not be less"},
		{"damping_ratio = 1\n", "damping_ratio is 1; it must be below 1"},
		{"static_friction = 1\nfriction_iterations = 9\n", "friction_iterations is 9; give 1 to 4"},
		{"between = \"all\"\n", "between"},
		{"radius = 1\nradius_factor = 1\n", "radius is given too"},
	} {
		text := strings.ReplaceAll(twoBlocks("0.5", ""), "masses = 3", "masses = 12") + "[collision]\n" + c.keys
		must.Say(t, c.keys, must.Err(sceneOf(t, text)), c.want, "x.toml:", "^")
	}
}

// A preset with collisions is written with them, and read again it is itself.
func TestExportOfCollisions(t *testing.T) {
	want := must.Get(Scene("jelly", scene.Options{Size: [3]int{5}, Collide: true}))(t)
	text, err := toml.Export("jelly", scene.Options{Size: [3]int{5}, Collide: true})
	if err != nil || !strings.Contains(text, "[collision]\n") {
		t.Fatalf("%v\n%s", err, text)
	}
	got := openText(t, text)
	must.Hold(t, reflect.DeepEqual(got.Model, want.Model) && reflect.DeepEqual(got.Params, want.Params), "%+v, want %+v", got.Params, want.Params)
}

// Side by side masses collide when asked to, each scene as a body; one that collides by
// itself does not meet one that does not.
func TestSideBySideCollides(t *testing.T) {
	s := must.Get(SideBySide([]string{"jelly", "rope", "jelly"}, scene.Options{Collide: true, DragHalfLife: 1}))(t)
	if got := bodiesOf(s.Model); len(got) != 3 || len(s.Params.Collision.Bodies) != 3 || !s.Params.Collision.Others || s.Params.ValidateFor(s.Model) != nil {
		t.Errorf("bodies %v, %+v", got, s.Params.Collision)
	}
	if a, b := s.Params.Collision.Bodies[0], s.Params.Collision.Bodies[1]; a == b {
		t.Error("a jelly and a rope have one surface")
	}
	plain, err := SideBySide([]string{"jelly", "rope"}, scene.Options{DragHalfLife: 1})
	if err != nil || plain.Params.Collision.Acts() || plain.Model.Body != nil || !strings.Contains(strings.Join(plain.Report.Notes, "\n"), "--collide lets them") {
		t.Errorf("%v: %+v, notes %q", err, plain.Params.Collision, plain.Report.Notes)
	}
	path := scenetest.Write(t, "x.toml", twoBlocks("0.5", "[collision]\n"))
	mixed, err := SideBySide([]string{"rope", path}, scene.Options{DragHalfLife: 1})
	if err != nil || len(mixed.Params.Collision.Bodies) != 3 || mixed.Params.ValidateFor(mixed.Model) != nil || mixed.Model.Radius[0] != 0 ||
		!strings.Contains(strings.Join(mixed.Report.Notes, "\n"), "the masses of rope do not collide") {
		t.Errorf("%v: %d bodies, notes %q", err, len(mixed.Params.Collision.Bodies), mixed.Report.Notes)
	}
}

// above is how much higher all other masses are than the first ones after a time, in the
// mean [m].
func above(t *testing.T, s *scene.Scene, first int, time float64) float64 {
	t.Helper()
	p := s.Params
	e := must.Get(cpuref.New(s.Model, p))(t)
	modeltest.StepFrom(t, e, s.Start, int(time/p.DT))
	must.Do(t, e.Finish())
	var height, count [2]float64
	for i, x := range e.State().Position {
		body := 0
		if i >= first {
			body = 1
		}
		height[body] += x[2]
		count[body]++
	}
	return height[1]/count[1] - height[0]/count[0]
}

// A jelly that falls on another one lands on it; without collisions it ends inside. They
// touch from the start, so that all of them takes part.
func TestJellyOnJelly(t *testing.T) {
	path := scenetest.Write(t, "two.toml", "[run]\nduration = 1.5\n[[mesh]]\npreset = \"jelly\"\nmasses = 5\nname = \"a\"\n[[mesh]]\npreset = \"jelly\"\nmasses = 5\nname = \"b\"\nmove = [0.02, 0, 0.3]\n[[contact]]\nshape = \"plane\"\n")
	for _, c := range []struct {
		collide  bool
		low, top float64
	}{{true, 0.2, 0.4}, {false, -0.1, 0.1}} {
		s := must.Get(Scene(path, scene.Options{Collide: c.collide}))(t)
		if got := above(t, s, s.Model.MassCount()/2, 0.5); got < c.low || got > c.top {
			t.Errorf("collisions %v: the second jelly is %.3f m above the first; want %.2f to %.2f", c.collide, got, c.low, c.top)
		}
	}
}

// The example is true: the soft block lies on the stiff one, after it has fallen on it.
// Their middles are then 0.22 m apart; without collisions both lie on the ground.
func TestTwoBlocksOfTheExample(t *testing.T) {
	s := must.Get(Scene("../../examples/two-blocks.toml", scene.Options{}))(t)
	if got := above(t, s, 256, 0.3); got < 0.2 || got > 0.24 {
		t.Errorf("the second block is %.3f m above the first", got)
	}
	s.Params.Collision = model.Collision{}
	if got := above(t, s, 256, 0.3); got > 0.1 {
		t.Errorf("without collisions the second block is %.3f m above the first", got)
	}
}
