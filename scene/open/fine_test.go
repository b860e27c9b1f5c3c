package open

import (
	"math"
	"os"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
)

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
		if math.Abs(s.Params.DT/c.want-1) > 1e-4 {
			t.Errorf("%s, %+v: dt %g s, want %g s", c.name, c.o, s.Params.DT, c.want)
		}
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
