package open

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"hooke/scene"
	"hooke/scene/scenetest"
)

// A truss takes the seed of a scene file unless it has its own.
func TestSeedOfATruss(t *testing.T) {
	path := scenetest.Write(t, "cube.obj", scenetest.LabeledCube)
	s, err := Scene(path, scene.Options{Fill: "truss", Pitch: 0.3, Seed: 5, Pin: "high"})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(path)
	made := func(run, own string) *scene.Scene {
		file := filepath.Join(folder, "x.toml")
		text := run + "[[mesh]]\nfile = \"cube.obj\"\nfill = \"truss\"\npitch = 0.3\npin = \"high\"\n" + own
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Scene(file, scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if got := made("[run]\nseed = 5\n", ""); !reflect.DeepEqual(got.Model.RestPosition, s.Model.RestPosition) {
		t.Error("the seed of the run is not that of the truss")
	}
	if got := made("[run]\nseed = 9\n", "seed = 5\n"); !reflect.DeepEqual(got.Model.RestPosition, s.Model.RestPosition) {
		t.Error("its own seed is not that of the truss")
	}
}
