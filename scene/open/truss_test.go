package open

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hooke/scene"
)

// A mesh becomes a random truss that has the mesh for a skin, stands in its own
// weight, and takes the seed of a scene file unless it has its own.
func TestFillTruss(t *testing.T) {
	path := write(t, "cube.obj", labeledCube)
	s, err := Scene(path, scene.Options{Fill: "truss", Pitch: 0.3, Seed: 5, Pin: "high"})
	if err != nil {
		t.Fatal(err)
	}
	if s.Report.As != "truss" || s.Model.Skin.VertexCount() != 8 || s.Report.Truss.Distance != 0.3 || len(s.Model.Groups) != 2 || s.Model.Materials[1].Stiffness <= 0 {
		t.Errorf("%+v", s.Report)
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
	for _, c := range []struct {
		o    scene.Options
		want string
	}{{scene.Options{Fill: "truss", PerMass: 3}, "per-mass"}, {scene.Options{Fill: "truss", Stiffness: 3}, "modulus"}, {scene.Options{Seed: 3}, "only a truss is random"}} {
		if _, err := Scene(path, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
}
