package open

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/scenetest"
)

// after steps a scene in the reference and returns where it is.
func after(t *testing.T, s *scene.Scene, steps int) []model.Vec3 {
	t.Helper()
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	for _, err := range []error{e.Reset(s.Start), e.Step(steps), e.Finish()} {
		must.Do(t, err)
	}
	return e.State().Position
}

// Side by side each one moves as it does alone: muscles, motors, wires, forces, wind
// and balls are its own.
func TestSeveralMoveAsAlone(t *testing.T) {
	const steps = 150
	// Of sums over about 1 m in another place, amplified by stiff springs; the motions are
	// from 1e-3 m to 0.5 m.
	const tolerance = 1e-9
	loaded := scenetest.Write(t, "loaded.toml", "[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nmass = 0.2\nstiffness = 400\n"+
		"[[force]]\nname = \"all\"\nforce = [0, 3, 9]\n[[motor]]\nname = \"m\"\ngroup = \"bottom\"\naxis = [0, 1, 0]\nspeed = 2\ndamping = 0.3\n"+
		"[[guide]]\nname = \"wire\"\nkind = \"line\"\ngroup = \"top\"\ndirection = [0, 1, 0]\n")
	for _, names := range [][]string{
		{"cube", "cube", "tensegrity"},
		{"walker", "worm", "breathing"},
		{"cube", loaded, "../../examples/crawler.toml"},
		{"../../examples/sail.toml", "cube", "rope"},
		{"drape", "jelly", "drape"}, // two balls on one ground
		{"rope", "flag"},
	} {
		o := scene.Options{DT: 2e-5, DragHalfLife: 1}
		whole, err := SideBySide(names, o)
		if err != nil {
			t.Errorf("%v: %v", names, err)
			continue
		}
		scenetest.Sound(t, whole)
		got, first := after(t, whole, steps), 0
		for _, name := range names {
			alone := open(t, name, o)
			if height, ok := alone.Params.GroundHeight(); ok { // as stiff as that of all
				at := slices.IndexFunc(alone.Params.Contacts, func(c model.Contact) bool { return isGround(c, height) })
				alone.Params.Contacts[at] = whole.Params.Contacts[0]
				alone.Params.Contacts[at].Shape = model.Plane{Offset: height}
			}
			want := after(t, alone, steps)
			move := whole.Start.Position[first].Sub(alone.Start.Position[0])
			far, moved := 0.0, 0.0
			for i, x := range want {
				far = max(far, got[first+i].Sub(move).Sub(x).Len())
				moved = max(moved, x.Sub(alone.Start.Position[i]).Len())
			}
			if far > tolerance || moved < 1e-6 {
				t.Errorf("%v: %s is %.3g m from where it goes alone, which moves %.3g m; want at most %g", names, name, far, moved, tolerance)
			}
			first += len(want)
		}
		if first != whole.Model.MassCount() {
			t.Errorf("%v: %d masses, want %d", names, whole.Model.MassCount(), first)
		}
	}
}

// They stand beside each other, in order, with room between them, on one ground.
func TestSeveralStandSideBySide(t *testing.T) {
	box := scenetest.Write(t, "box.toml", "[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.5\nmass = 2\nstiffness = 1e5\nmove = [7, 1, 5.5]\n"+
		"[[contact]]\nshape = \"plane\"\noffset = 5\nstiffness = 4e4\nstatic_friction = 0.4\nkinetic_friction = 0.3\n")
	s := must.Get(SideBySide([]string{"cube", box, "cube", "canon"}, scene.Options{}))(t)
	scenetest.Sound(t, s)
	must.Be(t, s.Name, "cube + box.toml + cube 2 + canon", "name")
	var boxes [][2]model.Vec3
	counts := []int{8, 27, 8, 17 * 17 * 17}
	for first := 0; len(boxes) < 4; {
		part := model.State{Position: s.Start.Position[first : first+counts[len(boxes)]]}
		lo, hi := part.Bounds()
		boxes, first = append(boxes, [2]model.Vec3{lo, hi}), first+counts[len(boxes)]
	}
	alone := open(t, "cube", scene.Options{})
	if boxes[0][0] != alone.Start.Position[0] && boxes[0][0].Sub(boxes[2][0])[2] != 0 {
		t.Errorf("the first has gone to %v", boxes[0])
	}
	for i := 1; i < 4; i++ {
		size := func(b [2]model.Vec3) float64 { return scene.Largest(b[1].Sub(b[0])) }
		want := partGap * max(size(boxes[i]), size(boxes[i-1]))
		must.Near(t, boxes[i][0][0]-boxes[i-1][1][0], want, 1e-12, "gap %d, in m", i)
	}
	// The box starts 0.5 m above its ground, which is at 0 now; canon, 1 cm deep in it, was lifted.
	if math.Abs(boxes[1][0][2]-0.5) > 1e-12 || !(boxes[3][0][2] > 0) {
		t.Errorf("the box starts at %g m, want 0.5; canon at %g m, want more than 0", boxes[1][0][2], boxes[3][0][2])
	}
	// One ground, the stiffest of them with all that it has: the cube's.
	if len(s.Params.Contacts) != 1 || s.Params.Contacts[0] != alone.Params.Contacts[0] {
		t.Errorf("contacts %+v, want the cube's ground %+v", s.Params.Contacts, alone.Params.Contacts)
	}
	notes := strings.Join(s.Report.Notes, "\n")
	for _, want := range []string{"ground of cube: 1e+05 N/m", "dt is ", "canon has no ground; it is lifted by"} {
		must.Hold(t, strings.Contains(notes, want), "the notes lack %q:\n%s", want, notes)
	}
	for _, name := range []string{"box.toml/top", "canon/bottom"} {
		if _, ok := s.Model.Group(name); !ok {
			t.Errorf("there is no group %q", name)
		}
	}
}

// Conflicts in one run are refused with the remedy. Other differences are settled by the rule, with a note.
func TestSeveralRules(t *testing.T) {
	block := "[[mesh]]\nmake = \"lattice\"\nmasses = 2\nspacing = 0.1\nmass = 1\n"
	springs := "stiffness = 100\n"
	file := func(name, text string) string { return scenetest.Write(t, name, text) }
	plain := file("plain.toml", block+springs)
	for _, c := range []struct {
		name  string
		names []string
		o     scene.Options
		want  string // of the error, or of a note
		fails bool
	}{
		{"integrators", []string{plain, file("rk4.toml", "[run]\nintegrator = \"rk4\"\n"+block+springs)}, scene.Options{},
			"option solver: plain.toml takes symplectic-euler and rk4.toml takes rk4; give one for all", true},
		{"one integrator for all", []string{plain, file("rk4.toml", "[run]\nintegrator = \"rk4\"\n"+block+springs)}, scene.Options{Integrator: model.VelocityVerlet}, "", false},
		{"gravity", []string{plain, file("moon.toml", "[run]\ngravity = [0, 0, -1.6]\n"+block+springs)}, scene.Options{}, "gravity is [0 0 -9.81] and [0 0 -1.6]", true},
		{"quadratic drag", []string{plain, file("thick.toml", "[run]\nquadratic_drag = 0.1\n"+block+springs)}, scene.Options{}, "quadratic drag is 0 and 0.1 kg/m", true},
		{"winds", []string{"flag", "cloth"}, scene.Options{}, "flag and cloth cannot stand side by side: each is blown on", true},
		{"drag", []string{"cube", "rope"}, scene.Options{}, "their drag differs; all move without", false},
		{"least drag", []string{file("slow.toml", "[run]\ndrag_half_life = 0.5\n"+block+springs), "rope"}, scene.Options{}, "a half-life of 1 s", false},
		{"steps", []string{file("small.toml", "[run]\ndt = 1e-5\n"+block+springs), file("large.toml", "[run]\ndt = 2e-4\n"+block+springs)}, scene.Options{},
			"dt is the least of theirs, 1e-05 s (the largest is 0.0002 s)", false},
		{"normalized", []string{file("n.toml", "[run]\ndt = 1e-3\n"+block+"material = \"n\"\n[[material]]\nname = \"n\"\nnormalized_stiffness = 0.1\n"), "cube"}, scene.Options{},
			"option dt: n.toml has the normalized material \"n\"", true},
		{"a container", []string{file("in.toml", block+springs+"[[contact]]\nshape = \"sphere\"\ncenter = [0, 0, 0]\nradius = 0.18\ninside = true\nstiffness = 100\n"), "cube"}, scene.Options{},
			"mass 5 of cube would start 0.0865 m inside contact 0 of in.toml (sphere)", true},
		{"an option that one cannot use", []string{"lattice", "cube"}, scene.Options{Springs: 2000}, "option springs: cube has no use for it", true},
		{"none", nil, scene.Options{}, "nothing to open", true},
		{"unknown", []string{"cube", "cubee"}, scene.Options{}, "did you mean \"cube\"?", true},
	} {
		s, err := SideBySide(c.names, c.o)
		if c.fails {
			must.Say(t, c.name, err, c.want)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		must.Hold(t, strings.Contains(strings.Join(s.Report.Notes, "\n"), c.want), "%s: notes %q lack %q", c.name, s.Report.Notes, c.want)
		scenetest.Sound(t, s)
	}
}

// Every preset without a container can stand beside the cube, and one name is that preset as it is.
func TestSeveralPresets(t *testing.T) {
	for _, p := range preset.All() {
		o := scene.Options{}
		if slices.Contains(p.Accepts, "springs") && p.Name != "canon" {
			o.Springs = 3000
		}
		one, err := SideBySide([]string{p.Name}, o)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		must.Be(t, one.Name, open(t, p.Name, o).Name, "%s: name", p.Name)
		both, err := combine([]string{"a", "b"}, []*scene.Scene{open(t, "cube", scene.Options{Integrator: one.Params.Integrator}), one}, scene.Options{})
		if p.Name == "pile" { // its box holds its bodies, and nothing else
			must.Say(t, "pile", err, "cannot stand side by side")
			continue
		}
		if p.Name == "ragdoll" { // it stands on stairs, into which the cube would come
			must.Say(t, "ragdoll", err, "cannot stand side by side")
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		scenetest.Sound(t, both)
		if masses, springs := both.Model.MassCount(), both.Model.SpringCount(); masses != 8+one.Model.MassCount() || springs != 28+one.Model.SpringCount() {
			t.Errorf("%s: %d masses and %d springs beside the cube", p.Name, masses, springs)
		}
	}
}

func ExampleSideBySide() {
	s, err := SideBySide([]string{"cube", "tensegrity"}, scene.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d masses\n", s.Name, s.Model.MassCount())
	// Output: cube + tensegrity: 20 masses
}

// A cow and a cloth on one ground: it is as soft as dt needs, and the cow does not sink in.
func TestSeveralOnSoftenedGround(t *testing.T) {
	o := scene.Options{Springs: 1000}
	s := must.Get(SideBySide([]string{"drape", "spot"}, o))(t)
	scenetest.Sound(t, s)
	cloth, cow := open(t, "drape", o), open(t, "spot", o)
	if least := min(cloth.Params.DT, cow.Params.DT); s.Params.DT < least/20 {
		t.Errorf("dt is %.3g s, alone at least %.3g s", s.Params.DT, least)
	}
	if notes := strings.Join(s.Report.Notes, "\n"); !strings.Contains(notes, "the ground of spot, softened so that dt need not be much smaller") {
		t.Errorf("notes %s", notes)
	}
	_, _, end := scenetest.Stretch(t, s, 0.2, 100)
	count := cloth.Model.MassCount()
	lo, hi := (&model.State{Position: end.Position[count:]}).Bounds()
	// The cow has fallen by a fiftieth of its size, and stands: where it falls it goes
	// about three times as deep as where it rests, a two-hundredth.
	if sunk := -lo[2] / (hi[2] - lo[2]); sunk < 0 || sunk > 0.02 {
		t.Errorf("the cow is %.3g of its height in the ground, want 0 to 0.02", sunk)
	}
}
