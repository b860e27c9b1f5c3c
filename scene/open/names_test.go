package open

import (
	"errors"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
)

func TestUnknownNames(t *testing.T) {
	for name, want := range map[string]string{
		"lattic":    `did you mean "lattice"?; presets: cube, canon, lattice, cloth, rope, chain, helix, hinge, bridge, tensegrity, jelly, breathing, walker, worm, quadruped, snake, crawler, conveyor, drape, curtain, net, flag, boxes, pile, slingshot, towel, spot; files: scenes (.toml) and meshes such as .obj, .stl and .ply`,
		"Cube":      `did you mean "cube"?`,
		"latice":    `did you mean "lattice"?`,
		"cannon":    `did you mean "canon"?`,
		"spto":      `did you mean "spot"?`,
		"bunny.obj": `"bunny.obj" is neither a preset nor a file; presets`,
		"xyz":       `"xyz" is neither a preset nor a file; presets`,
	} {
		_, err := Scene(name, scene.Options{})
		if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
	must.Say(t, "a folder", must.Err(Scene(t.TempDir(), scene.Options{})), "is a folder")
}

func TestMeshFilesByName(t *testing.T) {
	for name, want := range map[string]bool{"cube": false, "robot.toml": false, "./cube": true, "cow.obj": true} {
		if got := IsMeshFile(name); got != want {
			t.Errorf("%s is a mesh file: %v, want %v", name, got, want)
		}
	}
}

// open is Scene, whose error fails the test.
func open(t *testing.T, name string, o scene.Options) *scene.Scene {
	t.Helper()
	return must.Get(Scene(name, o))(t)
}
