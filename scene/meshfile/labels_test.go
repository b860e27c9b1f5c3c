package meshfile_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// Labels of a file are groups of its masses whatever is made of it, for pins and
// stiffness, and a scene file names them.
func TestLabelsAreGroups(t *testing.T) {
	path := scenetest.Write(t, "cube.obj", scenetest.LabeledCube)
	lo, hi := 10., 13. // of scenetest.CubePoints along z
	for _, o := range []scene.Options{{As: "cloth"}, {Pitch: 0.24}, {Pitch: 0.24, Modulus: 1e6, Scale: 1}} {
		o.Pin, o.Stiffen = "high", "low=0.25"
		s := must.Get(ready(path, o))(t)
		m := s.Model
		reach := 0.24 * 1.01 // a mass lies at most a spacing below a face
		if o.As == "cloth" {
			reach = 0
		}
		low, found := m.Group("low")
		if !found || len(m.Groups) != 2 {
			t.Fatalf("%+v: groups %v", o, m.Groups)
		}
		in := make([]bool, m.MassCount())
		for _, i := range low.Masses {
			in[i] = true
			if m.RestPosition[i][2] > lo+reach {
				t.Errorf("%+v: mass %d of low at %v", o, i, m.RestPosition[i])
			}
		}
		least := math.Inf(1)
		for _, p := range m.RestPosition {
			least = min(least, p[2])
		}
		for i, p := range m.RestPosition {
			if held := m.PinOf(i) == model.PinAll; held && p[2] < hi-reach {
				t.Errorf("%+v: mass %d at %v is held", o, i, p)
			}
			if p[2] == least && !in[i] {
				t.Errorf("%+v: mass %d at %v is not in low", o, i, p)
			}
		}
		r := physics.NewResolver(m, 0)
		soft, firm := 0, 0
		for k, ends := range m.Ends {
			// Springs of one kind differ by the factor alone; their damping ratio stays.
			c := r.Spring(k)
			if math.Abs(c.Damping*c.Damping/c.Stiffness/(r.Spring(0).Damping*r.Spring(0).Damping/r.Spring(0).Stiffness)-1) > 1e-9 {
				t.Fatalf("%+v: spring %d has %+v", o, k, c)
			}
			if in[ends[0]] && in[ends[1]] {
				soft++
			} else {
				firm++
			}
		}
		if soft == 0 || firm == 0 || len(m.Materials) <= 2 {
			t.Errorf("%+v: %d soft springs, %d others, %d materials", o, soft, firm, len(m.Materials))
		}
	}
}

// A pin of a group of everything gives no note that the mesh is flat.
func TestAllPinnedIsExplained(t *testing.T) {
	path := scenetest.Write(t, "cube.obj", strings.Replace(scenetest.LabeledCube, "v ", "o whole\nv ", 1))
	for pin, want := range map[string]string{"whole": "nothing will move: all are in the group whole", "high": ""} {
		s := must.Get(ready(path, scene.Options{Pin: pin, As: "cloth"}))(t)
		if notes := strings.Join(s.Report.Notes, "\n"); strings.Contains(notes, "nothing will move") != (want != "") || !strings.Contains(notes, want) {
			t.Errorf("%s: notes\n%s", pin, notes)
		}
	}
}

func TestUnknownGroupsAreNamed(t *testing.T) {
	path := scenetest.Write(t, "cube.obj", scenetest.LabeledCube)
	for _, c := range []struct {
		o            scene.Options
		option, want string
	}{
		{scene.Options{Pin: "hihg"}, "pin", `"hihg" is unknown; did you mean "high"?; choose top or bottom or none, or one of its groups: high, low`},
		{scene.Options{Stiffen: "soft=2"}, "stiffen", `group "soft" is unknown; known are high, low, all, top, bottom`},
		{scene.Options{Stiffen: "soft"}, "stiffen", "write GROUP=FACTOR"},
		{scene.Options{Stiffen: "low=-1"}, "stiffen", "no factor"},
		{scene.Options{Weld: 1, KeepDuplicates: true}, "keep-duplicates", "weld is given too"},
		{scene.Options{Units: "parsec"}, "units", `"parsec" is unknown; choose m or dm`},
		{scene.Options{MassFile: "x", Density: 3}, "mass-file", "density is given too"},
	} {
		_, err := ready(path, c.o)
		var option *scene.OptionError
		if !errors.As(err, &option) || option.Option != c.option || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s: %s", c.o, err, c.option, c.want)
		}
	}
}

// Units scale the coordinates, and multiply with a scale.
func TestUnits(t *testing.T) {
	path := scenetest.Write(t, "cube.obj", scenetest.CubePoints+scenetest.CubeFaces)
	for _, c := range []struct {
		o    scene.Options
		size float64 // of the longest side, 3 in the file
	}{{scene.Options{Units: "m"}, 3}, {scene.Options{Units: "cm"}, 0.03}, {scene.Options{Units: "in"}, 3 * 0.0254}, {scene.Options{Units: "ft", Scale: 2}, 6 * 0.3048}} {
		c.o.As = "cloth"
		s := must.Get(ready(path, c.o))(t)
		if lo, hi := s.Model.Bounds(); math.Abs(hi[2]-lo[2]-c.size) > 1e-12 {
			t.Errorf("%+v: %g m high, want %g", c.o, hi[2]-lo[2], c.size)
		}
	}
}

// Vertices are joined within the distance that is asked for, or kept apart.
func TestWeldOptions(t *testing.T) {
	two := "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1.001 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 4 6 5\n"
	path := scenetest.Write(t, "two.obj", two)
	for _, c := range []struct {
		o              scene.Options
		masses, welded int
	}{{scene.Options{}, 5, 1}, {scene.Options{Weld: 0.01}, 4, 2}, {scene.Options{KeepDuplicates: true}, 6, 0}} {
		c.o.As = "cloth"
		s := must.Get(ready(path, c.o))(t)
		if s.Model.MassCount() != c.masses || s.Report.Welded != c.welded {
			t.Errorf("%+v: %d masses, %d joined; want %d, %d", c.o, s.Model.MassCount(), s.Report.Welded, c.masses, c.welded)
		}
	}
}

// A file gives every mass its own, as text or as a NumPy array; a wrong file is refused with the reason.
func TestMassFile(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	mesh := file("square.obj", "v 0 0 0\nv 9 9 9\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 3 4 5\n")
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }\n"
	npy := "\x93NUMPY\x01\x00" + string(rune(len(header))) + "\x00" + header + "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x40\x40\x00\x00\x80\x40"
	for name, text := range map[string]string{"m.txt": "# kg\n1 2,3\n4 # last\n", "m.csv": "1,2,3,4", "m.npy": npy} {
		s, err := ready(mesh, scene.Options{MassFile: file(name, text)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		must.BeAll(t, s.Model.Mass, []float64{1, 2, 3, 4}, "%s: masses", name)
	}
	for text, want := range map[string]string{"1 2 3": "3 numbers for 4 masses", "1 2 3 x": "is not a finite number", "1 2 0 4": "number 3 is 0 kg",
		npy[:len(npy)-1]: "bytes are there", "\x93NUMPY\x01\x00\x01\x00": "cut off"} {
		must.Say(t, text, must.Err(ready(mesh, scene.Options{MassFile: file("bad", text)})), want)
	}
}
