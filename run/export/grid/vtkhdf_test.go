package grid_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hooke/files/hdf"
	"hooke/files/safefile"
	"hooke/files/safefile/filetest"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/grid"
)

// sheet is three masses, three springs of which one is removed, and a triangle.
func sheet() *model.Model {
	return &model.Model{
		Name:         "sheet",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}},
		Mass:         []float64{1, 2, 3}, Pin: []model.Pin{0, 0, model.PinAll},
		Ends: []model.Ends{{0, 1}, {1, 2}, {2, 0}}, RestLength: []float64{1, 2, 1}, MaterialOf: []uint16{1, 0, 1},
		Materials: []model.Material{{Name: "removed"}, {Name: "spring", Stiffness: 10, Damping: 0.5}},
		Triangles: [][3]uint32{{0, 1, 2}},
	}
}

// moved is a frame of a model at a step.
func moved(m *model.Model, step int64) *export.Frame {
	f := &export.Frame{Snapshot: model.Snapshot{Step: step, Time: 0.1 * float64(step)}}
	for i, x := range m.RestPosition {
		f.Position = append(f.Position, [3]float32{float32(x[0]) + float32(step), float32(x[1]), float32(i)})
		f.Velocity = append(f.Velocity, [3]float32{float32(step), float32(i), 0})
	}
	return f
}

// files are the contents of the two files of a series.
func filesOf(t *testing.T, path string) (all [][]byte) {
	t.Helper()
	for _, path := range []string{path, grid.VTKHDFSurface(path)} {
		bytes := must.Get(os.ReadFile(path))(t)
		all = append(all, bytes)
	}
	return all
}

// A run that was killed at any of the places of a file and continues has the files of one that
// was not: killed while it grew, when it was complete but had no name yet, and afterwards.
func TestVTKHDFGoesOn(t *testing.T) {
	for _, how := range []export.Numbers{{}, {Compress: true}, {Float64: true, Compress: true}} {
		m := sheet()
		series := func(path string, at *export.SeriesProgress) *grid.VTKHDF {
			t.Helper()
			return must.Get(grid.CreateVTKHDF(path, m, model.Params{DT: 1e-3}, nil, how, at))(t)
		}
		frames := func(s *grid.VTKHDF, steps ...int64) *export.SeriesProgress {
			t.Helper()
			for _, step := range steps {
				must.Do(t, s.Frame(moved(m, step)))
			}
			at := must.Get(s.Settle())(t)
			return &at
		}
		folder := t.TempDir()
		straight := filepath.Join(folder, "a.vtkhdf")
		s := series(straight, nil)
		frames(s, 0, 1, 2, 3)
		must.Do(t, s.Close())
		want := filesOf(t, straight)

		path := filepath.Join(folder, "b.vtkhdf")
		ends := func(when string, at *export.SeriesProgress, steps ...int64) {
			t.Helper()
			s := series(path, at)
			frames(s, steps...)
			must.Do(t, s.Close())
			for i, got := range filesOf(t, path) {
				if !bytes.Equal(got, want[i]) {
					t.Errorf("%+v: %s: file %d has %d bytes, want %d", how, when, i, len(got), len(want[i]))
				}
			}
			if left := filetest.Names(t, folder); left != "a-surface.vtkhdf a.vtkhdf b-surface.vtkhdf b.vtkhdf" || !export.Whole(path) {
				t.Errorf("%s: the folder holds %s", when, left)
			}
		}
		grows := series(path, nil)
		two := frames(grows, 0, 1)
		frames(grows, 2) // it is lost
		ends("while it grew", two, 2, 3)
		ends("when it was complete", two, 2, 3)
		must.Do(t, errors.Join(os.Remove(path), os.Remove(grid.VTKHDFSurface(path))))
		grows = series(path, nil)
		four := frames(grows, 0, 1, 2, 3)
		for i, path := range []string{path, grid.VTKHDFSurface(path)} {
			patch(t, safefile.PartOf(path), want[i][:48])
		}
		ends("before it had its name", four)
		ends("when there is nothing to do", four)
		// A file that is not that of the mark is not continued.
		patch(t, path, []byte("no longer a file of frames: its bytes are others"+"and some of its data, too"))
		if _, err := grid.CreateVTKHDF(path, m, model.Params{DT: 1e-3}, nil, how, two); !errors.Is(err, safefile.ErrGone) {
			t.Errorf("a changed file: %v", err)
		}
	}
}

// A structure of other springs than those of the file does not continue it.
func TestVTKHDFOfAnotherStructure(t *testing.T) {
	path, m := filepath.Join(t.TempDir(), "a.vtkhdf"), sheet()
	s := must.Get(grid.CreateVTKHDF(path, m, model.Params{DT: 1e-3}, nil, export.Numbers{}, nil))(t)
	must.Do(t, s.Frame(moved(m, 0)))
	at := must.Get(s.Settle())(t)
	if _, err := grid.CreateVTKHDF(path, m, model.Params{DT: 1e-3}, export.Fields{"velocity"}, export.Numbers{}, &at); !errors.Is(err, safefile.ErrGone) {
		t.Errorf("other fields: %v", err)
	}
}

// patch replaces the first bytes of a file.
func patch(t *testing.T, path string, with []byte) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		_, err = file.WriteAt(with, 0)
	}
	must.Do(t, errors.Join(err, file.Close()))
}

// VTK hides torn springs, and triangles that they have cut, frame by frame.
func TestVTKHDFHidesTornSprings(t *testing.T) {
	m, path := sheet(), filepath.Join(t.TempDir(), "a.vtkhdf")
	m.Materials[1].Inelastic.TearStrain, m.MaterialOf[1] = 0.5, 1
	s := must.Get(grid.CreateVTKHDF(path, m, model.Params{DT: 1e-3}, nil, export.Numbers{Float64: true}, nil))(t)
	for k := range int64(2) {
		f := moved(m, k)
		if f.Changes = m.Unchanged(); k == 1 {
			f.Changes[2].Damage = 1
		}
		must.Do(t, s.Frame(f))
	}
	must.Do(t, s.Close())
	must.BeAll(t, hiddenIn(t, path, 3), []int64{0, 0, 0, 0, 0, 32}, "springs")
	must.BeAll(t, hiddenIn(t, grid.VTKHDFSurface(path), 1), []int64{0, 32}, "triangles")
}

// hiddenIn reads from a file which of its cells VTK hides, frame by frame.
func hiddenIn(t *testing.T, path string, cells int64) (out []int64) {
	t.Helper()
	content := must.Get(os.ReadFile(path))(t)
	h := must.Get(hdf.Open(bytes.NewReader(content), int64(len(content))))(t)
	begins, numbers := must.Get(h.Array("VTKHDF", "Steps", "CellDataOffsets", "vtkGhostType"))(t), must.Get(h.Array("VTKHDF", "CellData", "vtkGhostType"))(t)
	must.Do(t, begins.Ints(0, 2, func(begin int64) error {
		return numbers.Ints(begin, begin+cells, func(x int64) error { out = append(out, x); return nil })
	}))
	return out
}
