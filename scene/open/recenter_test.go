package open

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// boxAt is the box of scenetest.CubePoints, 1 × 2 × 3 m, with its lowest corner at p.
func boxAt(p model.Vec3) string {
	var b strings.Builder
	for i := range 8 {
		x, y, z := float64((i+i/2)%2), float64(i/2%2), float64(i/4)
		fmt.Fprintf(&b, "v %.17g %.17g %.17g\n", p[0]+x, p[1]+2*y, p[2]+3*z)
	}
	return b.String() + scenetest.CubeFaces
}

// A mesh so far away that float64 cannot hold its springs is moved to the origin
// and says so; then it is the same as one that was there from the start. One that
// float64 can hold stays where it is.
func TestRecenter(t *testing.T) {
	home := must.Get(Scene(scenetest.Write(t, "mesh.obj", boxAt(model.Vec3{-0.5, -1, 0})), scene.Options{Pitch: 0.24}))(t)
	for _, c := range []struct {
		corner model.Vec3
		moved  bool
	}{
		{model.Vec3{0, 0, 10}, false},
		{model.Vec3{1000, 0, 0}, false},
		{model.Vec3{0, -5000, 0}, false}, // engines count positions from an origin near it
		{model.Vec3{1e7, 1e7, 1e7}, false},
		{model.Vec3{0, 0, -1 << 42}, true}, // 246 steps per spring
	} {
		far, err := Scene(scenetest.Write(t, "mesh.obj", boxAt(c.corner)), scene.Options{Pitch: 0.24})
		if err != nil {
			t.Errorf("%v: %v", c.corner, err)
			continue
		}
		scenetest.Sound(t, far)
		want := home.Model.RestPosition
		shift := c.corner.Sub(model.Vec3{-0.5, -1, 0})
		if c.moved != (len(far.Report.Notes) == 1) {
			t.Errorf("%v: notes %q", c.corner, far.Report.Notes)
			continue
		}
		// It is the mesh or the lattice in it that lies on z = 0, half a pitch apart.
		const place = 0.12
		if c.moved {
			r := far.Report
			if d := r.Shift.Add(shift).Len(); d > place {
				t.Errorf("%v: moved by %v, want the way back to the origin", c.corner, r.Shift)
			}
			note := fmt.Sprintf("moved by (%.9g, %.9g, %.9g) m", r.Shift[0], r.Shift[1], r.Shift[2])
			must.Hold(t, strings.Contains(r.Notes[0], note), "%v: note %q, want %q", c.corner, r.Notes[0], note)
		}
		shift = shift.Add(far.Report.Shift)
		tolerance := 1e-15 * c.corner.Len() // float64 rounds them there, before they are moved, a few times
		for i, p := range far.Model.RestPosition {
			if d := p.Sub(want[i]).Sub(shift).Len(); d > tolerance {
				t.Errorf("%v: mass %d is %g m off", c.corner, i, d)
				break
			}
		}
		// Sums of the same numbers in float64, as they are rounded there.
		if a, b := far.Model.Materials[1].Stiffness, home.Model.Materials[1].Stiffness; !scenetest.Within(a, b, 1e-6+tolerance) {
			t.Errorf("%v: stiffness %g N/m, at the origin %g", c.corner, a, b)
		}
	}
}

// Springs that float32 cannot tell apart even at the origin are refused.
func TestTooFineForFloat32(t *testing.T) {
	const text = "v 0 0 0\nv 0 0 1e-9\nv 1 0 0\nv 1 0 1e-9\nl 1 2\nl 3 4\n"
	must.Say(t, "", must.Err(Scene(scenetest.Write(t, "mesh.obj", text), scene.Options{})), "springs of 1e-09 m", "fewer than 100")
}

// oneSpring is a mass of 0.25 kg that hangs on a spring of 40 N/m.
const oneSpring = "[run]\nduration = 20\n[[material]]\nname = \"s\"\nstiffness = 40\ndamping = 0.0\n" +
	"[[mesh]]\nfile = \"one.obj\"\nas = \"lines\"\npin = \"top\"\nmaterial = \"s\"\ndensity = 1\n"

// A small structure that is run by itself takes a hundredth of its shortest period, and has
// its frequency then; one with a dt, a large one, and members of sweeps keep their steps.
func TestStepOfSmallStructures(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"one.obj": "v 0 0 0\nv 0 0 -0.5\nl 1 2\n", "s.toml": oneSpring, "dt.toml": oneSpring[:6] + "dt = 0.02\n" + oneSpring[6:],
		"class.toml": oneSpring[:6] + "dt = \"class\"\n" + oneSpring[6:], "big.toml": oneSpring[:6] + "solver = \"impulses\"\n" + oneSpring[6:]} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	period := 2 * math.Pi * math.Sqrt(0.25/40)
	for _, c := range []struct {
		name string
		o    scene.Options
		want float64
	}{
		{"s.toml", scene.Options{Lone: true}, period / 100},
		{"s.toml", scene.Options{Lone: true, Integrator: model.RK4}, period / 100},
		{"s.toml", scene.Options{}, math.Sqrt(2*0.25/40) / 2},
		{"s.toml", scene.Options{Lone: true, DT: 0.03}, 0.03},
		{"dt.toml", scene.Options{Lone: true}, 0.02},
		{"class.toml", scene.Options{Lone: true}, physics.StepClass(math.Sqrt(2*0.25/40) / 2)},
		{"big.toml", scene.Options{Lone: true}, 1.0 / 60},
	} {
		s := must.Get(Scene(c.name, c.o))(t)
		must.Within(t, s.Params.DT, c.want, 1e-4, "%s, %+v: dt, in s", c.name, c.o)
	}
	for springs, fine := range map[int64]bool{500: true, 3000: false} {
		for _, byPattern := range []bool{false, true} {
			usual := must.Get(Scene("lattice", scene.Options{Springs: springs}))(t)
			lone := must.Get(Scene("lattice", scene.Options{Springs: springs, Lone: true, ByPattern: byPattern}))(t)
			if got := lone.Params.DT < 0.5*usual.Params.DT; got != fine {
				t.Errorf("a lattice of %d springs, by a pattern %v: %g s, and %g s in a sweep", springs, byPattern, lone.Params.DT, usual.Params.DT)
			}
		}
	}
}

// stepShortened is how much shorter a ground may make the step.
const stepShortened = 2

// lightBeside are a heavy stiff body and, beside it, one whose masses are lighter by a
// factor and whose springs are softer by the same: alone either may take steps of
// the same length.
func lightBeside(t *testing.T, lighter string, contact string) *scene.Scene {
	t.Helper()
	return openText(t, `
[[mesh]]
make = "lattice"
masses = 4
spacing = 0.1
mass = 1
stiffness = 1e5
move = [0, 0, 0.2]
[[mesh]]
make = "lattice"
masses = 4
spacing = 0.1
mass = 1e-`+lighter+`
stiffness = 1e`+map[string]string{"4": "1", "0": "5"}[lighter]+`
move = [2, 0, 0.2]
[[contact]]
shape = "plane"
`+contact)
}

// The ground that is chosen for two very different bodies rules the step: that is
// said, with both steps, and only then.
func TestChosenGroundThatShortensTheStepIsReported(t *testing.T) {
	const word = "shortens the safe step"
	s := lightBeside(t, "4", "")
	bare := s.Params
	bare.Contacts = nil
	if got, free := physics.SafeStep(s.Model, s.Params), physics.SafeStep(s.Model, bare); got > free/stepShortened {
		t.Fatalf("the safe step is %g s, %g s without the ground: no case", got, free)
	}
	if notes := strings.Join(s.Report.Notes, "\n"); !strings.Contains(notes, word) {
		t.Errorf("notes %q, want %q", notes, word)
	}
	for name, s := range map[string]*scene.Scene{"alike": lightBeside(t, "0", ""), "given": lightBeside(t, "4", "stiffness = 1e6\ndamping = 1\n")} {
		if notes := strings.Join(s.Report.Notes, "\n"); strings.Contains(notes, word) {
			t.Errorf("%s: notes %q", name, notes)
		}
	}
}
