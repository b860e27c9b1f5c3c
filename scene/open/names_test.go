package open

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

func TestUnknownNames(t *testing.T) {
	for name, want := range map[string]string{
		"lattic":    `did you mean "lattice"?; presets: cube, canon, lattice, cloth, rope, chain, helix, hinge, bridge, tensegrity, jelly, breathing, walker, hiker, worm, quadruped, snake, crawler, conveyor, drape, curtain, net, flag, storm, crash, boxes, pile, slingshot, raft, balloon, knot, nails, ragdoll, towel, spot; files: scenes (.toml) and meshes such as .obj, .stl and .ply`,
		"Cube":      `did you mean "cube"?`,
		"latice":    `did you mean "lattice"?`,
		"cannon":    `did you mean "canon"?`,
		"spto":      `did you mean "spot"?`,
		"bunny.obj": `"bunny.obj" is neither a preset nor a file; presets`,
		"xyz":       `"xyz" is neither a preset nor a file; presets`,
	} {
		_, err := Scene(name, scene.Options{})
		must.Hold(t, errors.Is(err, ErrUnknown) && strings.Contains(err.Error(), want), "%s: error %v, want one with %q", name, err, want)
	}
	must.Say(t, "a folder", must.Err(Scene(t.TempDir(), scene.Options{})), "is a folder")
}

func TestMeshFilesByName(t *testing.T) {
	for name, want := range map[string]bool{"cube": false, "robot.toml": false, "./cube": true, "cow.obj": true} {
		must.Be(t, IsMeshFile(name), want, "%s is a mesh file", name)
	}
}

// open is Scene, whose error fails the test.
func open(t *testing.T, name string, o scene.Options) *scene.Scene {
	t.Helper()
	return must.Get(Scene(name, o))(t)
}

// The files of a scene are those that it is read from, faults or not.
func TestFilesToWatch(t *testing.T) {
	text := "[[mesh]]\nfile = \"a.obj\"\nmass_file = \"kg.txt\"\n[[mesh]]\nfile = \"sub/b.stl\"\nunknown = 3\n[[mesh]]\nfile = \"a.obj\"\n[[mesh]]\nfile = \"../out.obj\"\n" +
		"[[actuator]]\ntable = \"wave.csv\"\n[[output]]\nevery = 1\nfile = \"written.csv\"\n"
	path := scenetest.Write(t, "x.toml", text)
	gltf := scenetest.Write(t, "x.gltf", `{"buffers": [{"uri": "a%20b.bin"}, {"uri": "data:application/octet-stream;base64,AAAA"}, {"uri": "../b.bin"}, {}]}`)
	beside := func(name string) string { return filepath.Join(filepath.Dir(path), name) }
	for _, c := range []struct {
		name string
		o    scene.Options
		want []string
	}{
		{"cube", scene.Options{}, nil},
		{"cow.obj", scene.Options{}, []string{"cow.obj"}},
		{"cow.obj", scene.Options{MassFile: "kg.npy"}, []string{"cow.obj", "kg.npy"}},
		{path, scene.Options{}, []string{path, beside("a.obj"), beside("kg.txt"), beside("sub/b.stl"), beside("wave.csv")}},
		{path, scene.Options{Set: "mesh[1].file=c.stl\nrun.dt=1"}, []string{path, beside("a.obj"), beside("kg.txt"), beside("c.stl"), beside("wave.csv")}},
		{"a/b.ele", scene.Options{}, []string{"a/b.ele", "a/b.node", "a/b.face"}},
		{gltf, scene.Options{}, []string{gltf, filepath.Join(filepath.Dir(gltf), "a b.bin")}},
		{"gone.gltf", scene.Options{}, []string{"gone.gltf"}},
		{"gone.toml", scene.Options{}, []string{"gone.toml"}},
	} {
		must.BeAll(t, Files(c.name, c.o), c.want, "%s", c.name)
	}
}

// A scene file pins by label, gives labels materials and says where a label is unknown.
func TestSceneUsesLabels(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"cube.obj": scenetest.LabeledCube} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	scene := func(pin string) (*scene.Scene, error) {
		path := filepath.Join(folder, "x.toml")
		text := fmt.Sprintf("[[mesh]]\nname = \"box\"\nfile = \"cube.obj\"\nunits = \"cm\"\nas = \"cloth\"\npin = %q\n"+
			"[[pin]]\ngroup = \"box/low\"\naxes = \"x\"\n[[material]]\nname = \"soft\"\ngroup = \"box/high\"\nstiffness = 3\n", pin)
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		return Scene(path, scene.Options{})
	}
	s := must.Get(scene("high"))(t)
	counts := map[model.Pin]int{}
	for i := range s.Model.MassCount() {
		counts[s.Model.PinOf(i)]++
	}
	must.Hold(t, counts[model.PinAll] == 4 && counts[model.PinX] == 4, "pins %v", counts)
	if last := s.Model.Materials[len(s.Model.Materials)-1]; last.Name != "soft" || last.Stiffness != 3 {
		t.Errorf("materials %v", s.Model.Materials)
	}
	must.Say(t, "unknown group", must.Err(scene("top floor")), "x.toml:6:7: pin: \"top floor\" is unknown")
}
