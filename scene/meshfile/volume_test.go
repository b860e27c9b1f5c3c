package meshfile_test

import (
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

const volumeFolder = "../../mesh/testdata/volumes"

// A file of tetrahedra becomes springs along their edges unless something else is
// asked for, with the modulus that is asked for.
func TestTetsAreTheDefaultOfVolumes(t *testing.T) {
	path := filepath.Join(volumeFolder, "cube-41-binary.msh")
	soft := must.Get(ready(path, scene.Options{Modulus: 1e4}))(t)
	if soft.Report.As != "tets" || soft.Model.MassCount() != 15 || soft.Model.SpringCount() != 50 || soft.Report.Welded != 0 {
		t.Errorf("made into %s of %d masses and %d springs, want tets of 15 and 50", soft.Report.As, soft.Model.MassCount(), soft.Model.SpringCount())
	}
	hard := must.Get(ready(path, scene.Options{Modulus: 3e4, As: "tets", Scale: 2}))(t)
	// k = E Σ V/L² grows with E and with the size.
	for i := range soft.Model.Ends {
		a, b := ownStiffness(soft.Model, i), ownStiffness(hard.Model, i)
		if math.Abs(b/a-6) > 1e-5 { // both rounded to 20 bits
			t.Fatalf("spring %d: k = %g and, three times as hard and twice as large, %g; want 6 times", i, a, b)
		}
	}
	if filled, err := ready(path, scene.Options{Springs: 1000}); err != nil || filled.Report.As != "fill" {
		t.Errorf("with springs: %v, want a fill", err)
	}
	carried := must.Get(ready(path, scene.Options{}))(t)
	if k := ownStiffness(carried.Model, 0); !(k > 0) {
		t.Errorf("without a modulus k is %g; it must carry itself", k)
	}
	must.Hold(t, len(carried.Model.Materials) == 2, "%d materials, want one beside that of removed springs", len(carried.Model.Materials))
	// To the last bit those of the time when each stiffness was a material.
	if s, err := ready(filepath.Join(volumeFolder, "cube-22-ascii.msh"), scene.Options{}); err != nil || s.Params.DT != 0.0015091868939647397 {
		t.Errorf("dt is %v s, %v", s.Params.DT, err)
	}
}

// A fill takes Young's modulus as well: k = E h/2.7 with 13 springs per mass.
func TestModulusOfAFill(t *testing.T) {
	path := filepath.Join(volumeFolder, "cube-41-binary.msh")
	for perMass, per := range map[int]float64{3: 1, 9: 2.5, 13: 2.7} {
		s := must.Get(ready(path, scene.Options{Fill: "lattice", Pitch: 0.03, PerMass: perMass, Modulus: 27e3}))(t)
		must.Within(t, s.Model.Materials[1].Stiffness, 27e3*0.03/per, 1e-12, "%d springs per mass: k", perMass)
	}
}

// A structure keeps its masses, springs, pins and velocities.
func TestStructureStaysAsItIs(t *testing.T) {
	path := filepath.Join(volumeFolder, "cube.npz")
	s := must.Get(ready(path, scene.Options{}))(t)
	m := s.Model
	if s.Report.As != "structure" || m.MassCount() != 15 || m.SpringCount() != 50 || m.Materials[1].Stiffness != 100 || m.Materials[1].Damping != 0.5 {
		t.Errorf("%s of %d masses and %d springs, first material %v", s.Report.As, m.MassCount(), m.SpringCount(), m.Materials[1])
	}
	if v := s.Start.Velocity[14]; v[2] != 2 {
		t.Errorf("velocity of the center is %v, want 2 m/s upward", v)
	}
	must.Hold(t, s.Params.DT > 0 && len(s.Report.Notes) == 1, "dt is %g, notes %q", s.Params.DT, s.Report.Notes)
	undamped, err := ready(path, scene.Options{Undamped: true})
	must.Hold(t, err == nil && undamped.Model.Materials[1].Damping == 0, "undamped: %v", err)
}

// An option that a file cannot use is an error with the option's name.
func TestOptionsOfVolumesAndStructures(t *testing.T) {
	for _, c := range []struct {
		file    string
		options scene.Options
		option  string
		want    string
	}{
		{"cube.npz", scene.Options{Stiffness: 5}, "stiffness", "its springs' own"},
		{"cube.npz", scene.Options{Density: 5}, "density", "its own masses"},
		{"cube.npz", scene.Options{As: "cloth"}, "as", "its own masses"},
		{"cube.npz", scene.Options{Springs: 100}, "springs", "its own masses"},
		{"cube-41-binary.msh", scene.Options{Stiffness: 5}, "stiffness", "Young's modulus"},
		{"cube-41-binary.msh", scene.Options{Stiffness: 5, Modulus: 5}, "modulus", "one of the two"},
		{"cube-41-binary.msh", scene.Options{As: "cloth", Modulus: 5}, "modulus", "made into cloth"},
		{"cube-41-binary.msh", scene.Options{Modulus: -5}, "modulus", "positive"},
	} {
		_, err := ready(filepath.Join(volumeFolder, c.file), c.options)
		var option *scene.OptionError
		if !errors.As(err, &option) || option.Option != c.option || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %+v: %v, want option %s: %s", c.file, c.options, err, c.option, c.want)
		}
	}
	must.Say(t, "tets of a surface", must.Err(ready(filepath.Join(volumeFolder, "skin.vtp"), scene.Options{As: "tets"})), "has no tetrahedra")
}

// ownStiffness is k of a spring [N/m], its material's and its own.
func ownStiffness(m *model.Model, s int) float64 {
	k := m.Materials[m.MaterialOf[s]].Stiffness
	if m.Own != nil {
		k += m.Own[s].Stiffness
	}
	return k
}

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
	must.Say(t, "filled", must.Err(ready(path, scene.Options{Fill: "lattice"})), "strip.obj: polygons")
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
