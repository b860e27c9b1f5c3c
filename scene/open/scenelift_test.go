package open

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// corner is a mesh whose masses are the origin and one on each axis, 1 m from it.
const corner = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2\nl 1 3\nl 1 4\nl 2 3\nl 3 4\nl 4 2\n"

// meshOf is a [[mesh]] of it with more keys; plane a [[contact]].
func meshOf(keys string) string {
	return "[[mesh]]\nfile = \"corner.obj\"\nas = \"lines\"\nstiffness = 100\n" + keys
}

func plane(keys string) string {
	return "[[contact]]\nshape = \"plane\"\nstiffness = 50\n" + keys
}

// openCorner opens a scene file beside the mesh.
func openCorner(t *testing.T, text string, o scene.Options) (*scene.Scene, error) {
	t.Helper()
	folder := t.TempDir()
	for name, data := range map[string]string{"corner.obj": corner, "s.toml": text} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(data), 0o666))
	}
	s, err := Scene(filepath.Join(folder, "s.toml"), o)
	if err != nil {
		return nil, err
	}
	for i, x := range s.Model.RestPosition {
		if x != s.Start.Position[i] {
			t.Fatalf("mass %d rests at %v and starts at %v m", i, x, s.Start.Position[i])
		}
	}
	return s, nil
}

// Where the origin of each mesh comes to lie, numbers in the head; -1 % of the size, 1 m,
// is a gap without a request.
func TestMeshesAreLiftedOutOfPlanes(t *testing.T) {
	r := math.Sqrt(0.5)
	for _, c := range []struct {
		name, text string
		want       []model.Vec3 // of masses 0, 4, 8, ...
		notes      []string     // in the notes; none: nothing about a ground is there
	}{
		{"out of it", meshOf("move = [0, 0, -0.3]\n") + plane(""), []model.Vec3{{0, 0, 0.01}},
			[]string{"corner.obj started 0.3 m deep in the plane of line 6; lifted by (0, 0, 0.31) m, which leaves 0.01 m between"}},
		{"touching", meshOf("") + plane(""), []model.Vec3{{0, 0, 0}}, nil},
		{"by less than float32 tells apart", meshOf("move = [0, 0, -1e-12]\n") + plane(""), []model.Vec3{{0, 0, -1e-12}}, nil},
		{"a gap", meshOf("move = [0, 0, -0.3]\nground_gap = 0.125\n") + plane(""), []model.Vec3{{0, 0, 0.125}}, []string{"leaves 0.125 m"}},
		{"no gap", meshOf("move = [0, 0, -0.3]\nground_gap = 0\n") + plane("offset = 2\n"), []model.Vec3{{0, 0, 2}}, []string{"started 2.3 m deep"}},
		{"kept", meshOf("move = [0, 0, -0.3]\nground = \"keep\"\n") + plane(""), []model.Vec3{{0, 0, -0.3}}, nil},
		{"after scale and turn", meshOf("scale = 2\nturn = [180, 0, 0]\n") + plane(""), []model.Vec3{{0, 0, 2.02}}, []string{"lifted by (0, 0, 2.02) m"}},
		{"along the normal", meshOf("move = [0, 0, -1]\nground_gap = 0\n") + plane("normal = [1, 0, 1]\n"),
			[]model.Vec3{{0.5, 0, -0.5}}, []string{"lifted by (0.5, 0, 0.5) m"}},
		{"two planes, in their order", meshOf("move = [-0.2, 0, -0.3]\nground_gap = 0\n") + plane("normal = [1, 0, 0]\n") + plane(""),
			[]model.Vec3{{0, 0, 0}}, []string{"0.2 m deep in the plane of line 7 and 0.3 m deep in the plane of line 11; lifted by (0.2, 0, 0.3) m"}},
		{"the first brings it out of the second", meshOf("move = [0, 0, -0.1]\nground_gap = 0\n") + plane("normal = [1, 0, 1]\noffset = 1\n") + plane(""),
			[]model.Vec3{{(1 + 0.1*r) * r, 0, -0.1 + (1+0.1*r)*r}}, []string{"in the plane of line 7; lifted"}},
		{"the other side of a plane", meshOf("move = [0, 0, 0.5]\nground_gap = 0\n") + plane("inside = true\noffset = 1\n"),
			[]model.Vec3{{0, 0, 0}}, []string{"0.5 m deep in the plane"}},
		{"one by one", meshOf("move = [0, 0, -0.3]\n") + meshOf("move = [3, 0, -0.5]\n") + meshOf("move = [6, 0, 2]\n") + plane(""),
			[]model.Vec3{{0, 0, 0.01}, {3, 0, 0.01}, {6, 0, 2}}, []string{"mesh 1 (corner.obj) started 0.3 m", "mesh 2 (corner.obj) started 0.5 m"}},
		{"names", meshOf("move = [0, 0, -0.3]\nname = \"a\"\n") + plane(""), []model.Vec3{{0, 0, 0.01}}, []string{"a (corner.obj) started"}},
		{"made ones stay, and that is told", lattice27 + "move = [0, 0, -0.05]\n" + plane(""), []model.Vec3{{-0.1, -0.1, -0.05}},
			[]string{"lattice starts in the plane of line 7: mass 0 is 0.05 m deep in it"}},
		{"made ones that ask", lattice27 + "move = [0, 0, -0.05]\nground = \"lift\"\n" + plane(""), []model.Vec3{{-0.1, -0.1, 0.002}}, []string{"lattice started 0.05 m deep"}},
		{"made ones that keep", lattice27 + "move = [0, 0, -0.05]\nground = \"keep\"\n" + plane(""), []model.Vec3{{-0.1, -0.1, -0.05}}, nil},
	} {
		s, err := openCorner(t, c.text, scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, want := range c.want {
			if d := s.Start.Position[4*i].Sub(want).Len(); d > 1e-14 { // of a few sums of about 1 m
				t.Errorf("%s: mesh %d is at %v m, want %v", c.name, i, s.Start.Position[4*i], want)
			}
		}
		notes := strings.Join(s.Report.Notes, "\n")
		for _, want := range c.notes {
			if !strings.Contains(notes, want) {
				t.Errorf("%s: the notes lack %q:\n%s", c.name, want, notes)
			}
		}
		if c.notes == nil && strings.Contains(notes, "ground") {
			t.Errorf("%s: notes %s", c.name, notes)
		}
	}
}

// The same mesh on the command line stands as high above its ground.
func TestSceneAndCommandLineStandAlike(t *testing.T) {
	folder := t.TempDir()
	text := meshOf("") + "move = [0, 0, -0.7]\n" + plane("")
	for name, data := range map[string]string{"corner.obj": corner, "s.toml": text} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(data), 0o666))
	}
	above := func(s *scene.Scene) float64 {
		height, _ := s.Params.GroundHeight()
		lo, _ := s.Start.Bounds()
		return lo[2] - height
	}
	line := above(open(t, filepath.Join(folder, "corner.obj"), scene.Options{As: "lines", Stiffness: 100}))
	file := above(open(t, filepath.Join(folder, "s.toml"), scene.Options{}))
	several, err := SideBySide([]string{"cube", "canon"}, scene.Options{}) // canon has no ground
	must.Do(t, err)
	canon := model.State{Position: several.Start.Position[8:]}
	lo, hi := canon.Bounds()
	must.Near(t, lo[2], scenetest.MeshDrop*scene.Largest(hi.Sub(lo)), 1e-15, "canon is m above the ground of a cube")
	if math.Abs(line-0.01) > 1e-15 || math.Abs(file-0.01) > 1e-15 {
		t.Errorf("%g m above the ground of the command line, %g m above that of a scene; want 0.01", line, file)
	}
}

// Bodies that are joined or pinned together move together, also where it is only known which masses that are
// when they are lifted.
func TestJoinedMeshesAreLiftedTogether(t *testing.T) {
	// Two corners, one on top of the other's highest mass; the lower is 0.3 m deep.
	two := func(more string) string {
		return meshOf("name = \"a\"\nmove = [0, 0, -0.3]\n") + meshOf("name = \"b\"\nmove = [0, 0, 0.7]\n") + plane("") + more
	}
	join := "[[join]]\nhow = \"connect\"\na = \"low\"\nb = \"high\"\ndistance = 0.001\nstiffness = 1\n"
	const box = "[[group]]\nname = \"%\"\nshape = \"box\"\nwithin = \"&\"\nmin = [-0.1, -0.1, LO]\nmax = [0.1, 0.1, HI]\n"
	group := func(name, within, lo, hi string) string {
		return strings.NewReplacer("%", name, "&", within, "LO", lo, "HI", hi).Replace(box)
	}
	for _, c := range []struct {
		name, more string
		b          float64 // height of the upper one's origin [m]
	}{
		{"alone", "", 0.7},
		{"joined where they start", "[[group]]\nname = \"low\"\nshape = \"list\"\nmasses = [3]\n[[group]]\nname = \"high\"\nshape = \"list\"\nmasses = [4]\n" + join, 1.01},
		{"pinned", "[[pin]]\ngroup = [\"a\", \"b\"]\naxes = \"x\"\n", 1.01},
		{"each pinned", "[[pin]]\ngroup = \"a\"\naxes = \"x\"\n[[pin]]\ngroup = \"b\"\naxes = \"x\"\n", 0.7},
		// Where a starts nothing is at 1 m; where it goes its highest mass is.
		{"pinned where it goes", group("g", "a", "1", "1.1") + group("h", "b", "0.6", "1.1") + "[[pin]]\ngroup = [\"g\", \"h\"]\naxes = \"x\"\n", 1.01},
	} {
		s, err := openCorner(t, two(c.more), scene.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if a, b := s.Start.Position[0][2], s.Start.Position[4][2]; math.Abs(a-0.01) > 0.011 || math.Abs(b-a-(c.b-0.01)) > 1e-14 && c.b == 0.7 || math.Abs(b-a-1) > 1e-14 && c.b != 0.7 {
			t.Errorf("%s: at %g and %g m, want 0.01 and %g", c.name, a, b, c.b)
		}
	}
	for _, c := range []struct{ text, want string }{
		{strings.Replace(two("[[pin]]\ngroup = [\"a\", \"b\"]\n"), "move = [0, 0, 0.7]\n", "move = [0, 0, 0.7]\nground = \"keep\"\n", 1), ""},
		{strings.NewReplacer("0.7]\n", "0.7]\nground = \"keep\"\n", "-0.3]\n", "-0.3]\nground = \"lift\"\n").Replace(two("[[pin]]\ngroup = [\"a\", \"b\"]\n")),
			`ground is "lift", and b (corner.obj), which moves together with it, has ground = "keep"`},
	} {
		s, err := openCorner(t, c.text, scene.Options{})
		if c.want == "" && (err != nil || s.Start.Position[0][2] != -0.3 || !strings.Contains(strings.Join(s.Report.Notes, "\n"), "mass 0 is 0.3 m deep")) {
			t.Errorf("%s\n%v, %v", c.text, s, err)
		} else if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s\n%v, want %s", c.text, err, c.want)
		}
	}
}

// Groups that are chosen by place find the masses where they were lifted to.
func TestGroupsSeeLiftedMeshes(t *testing.T) {
	s := must.Get(openCorner(t, meshOf("move = [0, 0, -5]\nground_gap = 0\n")+plane("")+
		"[[group]]\nname = \"top\"\nshape = \"box\"\nmin = [-1, -1, 0.9]\nmax = [1, 1, 1.1]\n[[handle]]\nnear = [0, 0, 1]\ntarget = [0, 0, 1]\nstiffness = 1\n", scene.Options{}))(t)
	if g, _ := s.Model.Group("top"); len(g.Masses) != 1 || g.Masses[0] != 3 || s.Params.Handles[0].Mass != 3 {
		t.Errorf("group %v and handle on mass %d, want mass 3", g.Masses, s.Params.Handles[0].Mass)
	}
}

// Bodies that cannot be lifted are refused, at their position in the file, and a scene that starts from
// another state does not mention it.
func TestBuriedMeshesAreRefused(t *testing.T) {
	ceiling := func(height string) string { return plane("normal = [0, 0, -1]\noffset = -" + height + "\n") }
	for _, c := range []struct{ name, text, want string }{
		{"a slot", meshOf("move = [0, 0, -0.2]\n") + plane("") + ceiling("0.75"), `s.toml:2:8: corner.obj does not fit: lifted once out of the plane of line 6 and the plane of line 9, its mass 0 is still 0.26 m deep in the plane of line 6, along whose normal (0, 0, 1) it is 1 m wide; from there to the plane of line 9 there are 0.75 m; move it, make it smaller, or move the planes apart, or give ground = "keep"
    file = "corner.obj"
           ^^^^^^^^^^^^`},
		{"a slot that has room without gaps", meshOf("move = [0, 0, -0.2]\n") + plane("") + ceiling("1.005"), "there are 1 m; a smaller gap (ground_gap) leaves room"},
		{"a slot that it starts in the other wall of", meshOf("move = [0, 0, 0.2]\nground_gap = 0\n") + plane("") + ceiling("0.75"), "its mass 0 is still 0.25 m deep in the plane of line 7"},
		{"a sphere", meshOf("") + "[[contact]]\nshape = \"sphere\"\nstiffness = 1\ncenter = [0, 0, 1.2]\nradius = 0.3\n",
			`s.toml:2:8: corner.obj starts in the sphere of line 5: mass 3 is 0.1 m deep in it; move one of the two, or give ground = "keep"
    file = "corner.obj"
           ^^^^^^^^^^^^`},
		{"a box", meshOf("") + "[[contact]]\nshape = \"box\"\nstiffness = 1\ncenter = [0, 1.2, 0]\nhalf = [0.25, 0.25, 0.25]\n", "starts in the box of line 5: mass 2 is 0.05 m deep"},
		{"a capsule", meshOf("") + "[[contact]]\nshape = \"capsule\"\nstiffness = 1\na = [1.1, 0, -1]\nb = [1.1, 0, 1]\nradius = 0.2\n", "starts in the capsule of line 5: mass 1 is 0.1 m deep"},
		{"a container", meshOf("") + "[[contact]]\nshape = \"sphere\"\ninside = true\nstiffness = 1\ncenter = [0, 0, 0]\nradius = 0.5\n", "starts in the wall of the container (sphere) of line 5: mass 1 is 0.5 m deep"},
		{"lifted into a sphere", meshOf("name = \"m\"\nmove = [0, 0, -0.5]\n") + plane("") + "[[contact]]\nshape = \"sphere\"\nstiffness = 1\ncenter = [0, 0, 1.2]\nradius = 0.3\n",
			"m (corner.obj) starts in the sphere of line 10: mass 3 is 0.11 m deep in it, after it was lifted by (0, 0, 0.51) m out of the plane of line 7"},
		{"the second of two", meshOf("move = [5, 0, 0]\n") + meshOf("") + "[[contact]]\nshape = \"sphere\"\nstiffness = 1\ncenter = [0, 0, 1.2]\nradius = 0.3\n", "s.toml:7:8: mesh 2 (corner.obj) starts in the sphere of line 10: mass 7 is"},
	} {
		must.Say(t, c.name, must.Err(openCorner(t, c.text, scene.Options{})), c.want)
		for _, o := range []scene.Options{{}, {StateGiven: true}} {
			text := c.text
			if !o.StateGiven {
				text = strings.ReplaceAll(text, "stiffness = 100\n", "stiffness = 100\nground = \"keep\"\n")
				text = strings.ReplaceAll(text, "ground_gap = 0\n", "")
			}
			s, err := openCorner(t, text, o)
			lifted := func(note string) bool { return strings.Contains(note, "lifted") }
			if err != nil || slices.ContainsFunc(s.Report.Notes, lifted) {
				t.Errorf("%s, kept or from another state %v: %v", c.name, o.StateGiven, err)
			}
		}
	}
}

// A scene that starts from another state has the structure that its run had.
func TestAGivenStateLeavesTheStructureAlone(t *testing.T) {
	text := meshOf("move = [0, 0, -0.3]\n") + plane("")
	one := must.Get(openCorner(t, text, scene.Options{}))(t)
	other, err := openCorner(t, text, scene.Options{StateGiven: true})
	if err != nil || model.Fingerprint(one.Model, one.Params) != model.Fingerprint(other.Model, other.Params) {
		t.Errorf("%v; or another structure", err)
	}
	if len(other.Report.Notes) > 0 || len(one.Report.Notes) != 1 {
		t.Errorf("notes %q and %q", one.Report.Notes, other.Report.Notes)
	}
}

func TestWrongKeysOfTheGround(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{meshOf("ground = \"lfit\"\n"), `s.toml:5:10: ground is "lfit", which is unknown; did you mean "lift"?; known are lift, keep
    ground = "lfit"
             ^^^^^^`},
		{meshOf("ground = true\n"), `s.toml:5:10: ground is true; give a text in quotes
    ground = true
             ^^^^`},
		{meshOf("ground_gap = -1\n"), `s.toml:5:14: ground_gap is -1 m; it must be at least 0
    ground_gap = -1
                 ^^`},
		{meshOf("ground_gap = \"1 mm\"\n"), `s.toml:5:14: ground_gap is "1 mm"; give a number
    ground_gap = "1 mm"
                 ^^^^^^`},
		{meshOf("ground = \"keep\"\nground_gap = 0.1\n"), `s.toml:6:14: ground_gap: ground is "keep"; it belongs to ground = "lift"
    ground_gap = 0.1
                 ^^^`},
		{lattice27 + "ground_gap = 0.1\n", `s.toml:6:14: ground_gap: only a file is lifted unasked; give ground = "lift" too
    ground_gap = 0.1
                 ^^^`},
		{meshOf("") + "[[contact]]\nshape = \"plane\"\nground = \"lift\"\n", `s.toml:7:1: key "ground" is unknown in contact; it belongs to mesh
    ground = "lift"
    ^^^^^^`},
	} {
		must.Say(t, "", must.Err(openCorner(t, c.text, scene.Options{})), c.want)
	}
}
