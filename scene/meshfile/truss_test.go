package meshfile_test

import (
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// A mesh becomes a random truss that has the mesh for a skin, stands in its own
// weight.
func TestFillTruss(t *testing.T) {
	path := scenetest.Write(t, "cube.obj", scenetest.LabeledCube)
	s := must.Get(ready(path, scene.Options{Fill: "truss", Pitch: 0.3, Seed: 5, Pin: "high"}))(t)
	if s.Report.As != "truss" || s.Model.Skin.VertexCount() != 8 || s.Report.Truss.Distance != 0.3 || len(s.Model.Groups) != 2 || s.Model.Materials[1].Stiffness <= 0 {
		t.Errorf("%+v", s.Report)
	}
	for _, c := range []struct {
		o    scene.Options
		want string
	}{{scene.Options{Fill: "truss", PerMass: 3}, "per-mass"}, {scene.Options{Fill: "truss", Stiffness: 3}, "modulus"}, {scene.Options{Seed: 3}, "only a truss is random"}} {
		if _, err := ready(path, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
}
