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
	if len(carried.Model.Materials) != 2 {
		t.Errorf("%d materials, want one beside that of removed springs", len(carried.Model.Materials))
	}
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
		if k, want := s.Model.Materials[1].Stiffness, 27e3*0.03/per; math.Abs(k/want-1) > 1e-12 {
			t.Errorf("%d springs per mass: k is %g, want %g", perMass, k, want)
		}
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
	if !(s.Params.DT > 0) || len(s.Report.Notes) != 1 {
		t.Errorf("dt is %g, notes %q", s.Params.DT, s.Report.Notes)
	}
	undamped, err := ready(path, scene.Options{Undamped: true})
	if err != nil || undamped.Model.Materials[1].Damping != 0 {
		t.Errorf("undamped: %v", err)
	}
}

// What a file cannot use is an error with the option's name.
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
	if _, err := ready(filepath.Join(volumeFolder, "skin.vtp"), scene.Options{As: "tets"}); err == nil || !strings.Contains(err.Error(), "has none") {
		t.Errorf("tets of a surface: %v", err)
	}
}

// ownStiffness is k of a spring [N/m], its material's and its own.
func ownStiffness(m *model.Model, s int) float64 {
	k := m.Materials[m.MaterialOf[s]].Stiffness
	if m.Own != nil {
		k += m.Own[s].Stiffness
	}
	return k
}
