package meshfile_test

import (
	"math"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// A cube of which any polygons face the other way is filled as the cube: with the same
// masses and the same weight.
func TestTurnedCubesAreFilledAsTheCube(t *testing.T) {
	const corners = "v 0.3 0.4 0.5\nv 1.3 0.4 0.5\nv 0.3 1.4 0.5\nv 1.3 1.4 0.5\nv 0.3 0.4 1.5\nv 1.3 0.4 1.5\nv 0.3 1.4 1.5\nv 1.3 1.4 1.5\n"
	faces := [6][2]string{{"f 1 3 4 2\n", "f 1 2 4 3\n"}, {"f 5 6 8 7\n", "f 5 7 8 6\n"}, {"f 1 2 6 5\n", "f 1 5 6 2\n"},
		{"f 3 7 8 4\n", "f 3 4 8 7\n"}, {"f 1 5 7 3\n", "f 1 3 7 5\n"}, {"f 2 4 8 6\n", "f 2 6 8 4\n"}}
	for which := range 1 << 6 {
		text := corners
		for i, face := range faces {
			text += face[which>>i&1]
		}
		s := must.Get(ready(scenetest.Write(t, "cube.obj", text), scene.Options{Pitch: 0.25}))(t)
		kg := 0.0
		for _, mass := range s.Model.Mass {
			kg += mass
		}
		noted, consistent := strings.Contains(strings.Join(s.Report.Notes, "; "), "were turned"), which == 0 || which == 1<<6-1
		if s.Report.As != "fill" || s.Model.MassCount() != 125 || math.Abs(kg-1000) > 1e-6 || noted == consistent {
			t.Errorf("polygons %06b the other way: %s of %d masses, %g kg, notes %q", which, s.Report.As, s.Model.MassCount(), kg, s.Report.Notes)
		}
	}
}

// A surface of one side is refused where it would be filled, with the polygons.
func TestOneSidedFillIsRefused(t *testing.T) {
	const strip = "v 1 0 -0.3\nv 1 0 0.3\nv -0.5 0.8 -0.2\nv -0.5 0.8 0.3\nv -0.5 -0.8 -0.3\nv -0.5 -0.8 0.2\nf 1 3 4 2\nf 3 5 6 4\nf 5 2 1 6\n"
	path := scenetest.Write(t, "strip.obj", strip)
	if _, err := ready(path, scene.Options{Fill: "lattice"}); err == nil || !strings.Contains(err.Error(), "strip.obj: polygons") {
		t.Errorf("filled: %v, want an error with polygons", err)
	}
	if s, err := ready(path, scene.Options{}); err != nil || s.Report.As != "cloth" {
		t.Errorf("made by default: %v, want cloth", err)
	}
}

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
