package meshfile_test

import (
	"testing"

	"hooke/scene/meshfile"
)

func TestUpOfNames(t *testing.T) {
	for name, want := range map[string]string{"a.obj": "z", "a.glb": "y", "b/C.GLTF": "y", "a.gltf.gz": "y", "a.stl.gz": "z"} {
		if got := meshfile.UpOf(name); got != want {
			t.Errorf("%s has %s up, want %s", name, got, want)
		}
	}
}
