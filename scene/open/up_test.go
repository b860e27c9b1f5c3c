package open

import (
	"path/filepath"
	"slices"
	"testing"

	"hooke/scene"
	"hooke/scene/meshfile"
)

func TestUpOfNames(t *testing.T) {
	for name, want := range map[string]string{"a.obj": "z", "a.glb": "y", "b/C.GLTF": "y", "a.gltf.gz": "y", "a.stl.gz": "z"} {
		if got := meshfile.UpOf(name); got != want {
			t.Errorf("%s has %s up, want %s", name, got, want)
		}
	}
	for name, want := range map[string]bool{"cube": false, "robot.toml": false, "./cube": true, "cow.obj": true} {
		if got := IsMeshFile(name); got != want {
			t.Errorf("%s is a mesh file: %v, want %v", name, got, want)
		}
	}
}

// The note is of a mesh that may lie on its side, until somebody says what is up.
func TestUpNote(t *testing.T) {
	spot := filepath.Join("..", "..", "mesh", "testdata", "spot.obj")
	for up, want := range map[string]bool{"": true, "y": false, "z": false} {
		s, err := Scene(spot, scene.Options{Up: up, Springs: 5000})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(s.Report.Notes, meshfile.UpNote); got != want {
			t.Errorf("up %q: noted %v, want %v", up, got, want)
		}
	}
}
