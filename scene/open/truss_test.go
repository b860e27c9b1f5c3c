package open

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// A truss takes the seed of a scene file unless it has its own.
func TestSeedOfATruss(t *testing.T) {
	path := scenetest.Write(t, "cube.obj", scenetest.LabeledCube)
	s := must.Get(Scene(path, scene.Options{Fill: "truss", Pitch: 0.3, Seed: 5, Pin: "high"}))(t)
	folder := filepath.Dir(path)
	made := func(run, own string) *scene.Scene {
		file := filepath.Join(folder, "x.toml")
		text := run + "[[mesh]]\nfile = \"cube.obj\"\nfill = \"truss\"\npitch = 0.3\npin = \"high\"\n" + own
		must.Do(t, os.WriteFile(file, []byte(text), 0o666))
		return must.Get(Scene(file, scene.Options{}))(t)
	}
	if got := made("[run]\nseed = 5\n", ""); !reflect.DeepEqual(got.Model.RestPosition, s.Model.RestPosition) {
		t.Error("the seed of the run is not that of the truss")
	}
	if got := made("[run]\nseed = 9\n", "seed = 5\n"); !reflect.DeepEqual(got.Model.RestPosition, s.Model.RestPosition) {
		t.Error("its own seed is not that of the truss")
	}
}

const trussOf = "[[mesh]]\nmake = \"truss\"\nsize = [0.2, 0.1, 0.3]\n"

// A truss needs no mesh: it fills a box on the ground with about the given number of springs, has the weight
// of the box, and is the same for the same seed only.
func TestTrussWithoutAMesh(t *testing.T) {
	open := func(keys string) *scene.Scene { return openText(t, keys) }
	s := open(trussOf + "springs = \"4k\"\nmodulus = 1e5\ndensity = 500\nseed = 3\n")
	m := s.Model
	if n := m.SpringCount(); n < 3800 || n > 4200 {
		t.Errorf("%d springs, want about 4000", n)
	}
	mass := 0.0
	for _, kg := range m.Mass {
		mass += kg
	}
	if want := 500 * 0.2 * 0.1 * 0.3; math.Abs(mass/want-1) > 1e-9 {
		t.Errorf("%g kg, want %g", mass, want)
	}
	lo, hi := m.Bounds()
	if lo[0] < -0.1 || hi[0] > 0.1 || lo[1] < -0.05 || hi[1] > 0.05 || lo[2] < 0 || hi[2] > 0.3 || hi[0]-lo[0] < 0.18 || hi[2]-lo[2] < 0.28 {
		t.Errorf("it lies from %v to %v", lo, hi)
	}
	low, _ := m.Group("bottom")
	high, _ := m.Group("top")
	bottom, top := low.Masses, high.Masses
	if len(bottom) < 10 || len(top) < 10 || len(bottom)+len(top) > m.MassCount()/2 {
		t.Errorf("%d masses at the bottom, %d at the top of %d", len(bottom), len(top), m.MassCount())
	}

	same := open("[run]\nseed = 3\n" + trussOf + "springs = 4000\nmodulus = 1e5\ndensity = 500\n")
	other := open(trussOf + "springs = 4000\nmodulus = 1e5\nseed = 4\n")
	if !slices.Equal(m.RestPosition, same.Model.RestPosition) || slices.Equal(m.RestPosition, other.Model.RestPosition) {
		t.Errorf("the seed does not decide: same %t, other %t", slices.Equal(m.RestPosition, same.Model.RestPosition), slices.Equal(m.RestPosition, other.Model.RestPosition))
	}
	stiff := open(trussOf + "pitch = 0.03\nstiffness = 123\ndamping_ratio = 0.1\n").Model
	if k := stiff.Materials[1]; k.Stiffness != 123 || k.Damping <= 0 {
		t.Errorf("its springs are %+v", k)
	}
	of := open(trussOf + "pitch = 0.03\nmaterial = \"rubber\"\n[[material]]\nname = \"rubber\"\nnormalized_stiffness = 0.2\n").Model
	if of.MassCount() != stiff.MassCount() || of.Materials[of.MaterialOf[0]].Normalized.Stiffness != 0.2 {
		t.Errorf("%d masses of %+v", of.MassCount(), of.Materials)
	}
}

func TestFaultsOfTrusses(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ text, want string }{
		{trussOf + "modulus = 1\n", "s.toml:1:3: springs is missing: how many are wanted; give it, or a pitch\n"},
		{trussOf + "springs = 500\n", "s.toml:1:3: modulus is missing: Young's modulus [Pa]; give it, a stiffness, or a material\n"},
		{trussOf + "springs = 500\npitch = 0.1\nstiffness = 1\n", "s.toml:5:9: pitch: springs is given too; give one of the two\n    pitch = 0.1\n            ^^^"},
		{trussOf + "springs = 500\nmodulus = 5\nstiffness = 1\n", "s.toml:5:11: modulus: stiffness is given too; give one of the two\n"},
		{"[[mesh]]\nmake = \"truss\"\nsprings = 500\nmodulus = 1\n", "s.toml:1:3: size is missing: of the filled box [m]\n"},
		{"[[mesh]]\nmake = \"truss\"\nsize = [1, 0, 1]\nsprings = 500\nmodulus = 1\n", "s.toml:3:1: size is 0 m; it must be above 0"},
		{trussOf + "pitch = 5\nmodulus = 1\n", "leaves no masses with three springs"},
		{trussOf + "pitch = 1e-9\nmodulus = 1\n", "s.toml:"},
		{trussOf + "springs = \"900G\"\nmodulus = 1\n", "s.toml:"},
	} {
		must.Do(t, os.WriteFile("s.toml", []byte(c.text), 0o666))
		must.Say(t, "", must.Err(Scene("s.toml", scene.Options{})), c.want)
	}
}
