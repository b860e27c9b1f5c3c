package open

import (
	"os"
	"path/filepath"
	"reflect"
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
		s := must.Get(Scene(file, scene.Options{}))(t)
		return s
	}
	if got := made("[run]\nseed = 5\n", ""); !reflect.DeepEqual(got.Model.RestPosition, s.Model.RestPosition) {
		t.Error("the seed of the run is not that of the truss")
	}
	if got := made("[run]\nseed = 9\n", "seed = 5\n"); !reflect.DeepEqual(got.Model.RestPosition, s.Model.RestPosition) {
		t.Error("its own seed is not that of the truss")
	}
}
