package grid_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/mesh/format"
	"hooke/mesh/format/vtk"
	"hooke/mesh/scan"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/grid"
)

// written writes some frames of a model and returns the path.
func written(tb testing.TB, m *model.Model, how export.Numbers, steps ...int64) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "a.vtkhdf")
	s := must.Get(grid.CreateVTKHDF(path, m, model.Params{DT: 1e-3}, nil, how, nil))(tb)
	for _, step := range steps {
		must.Do(tb, s.Frame(moved(m, step)))
	}
	must.Do(tb, s.Close())
	return path
}

// The files of a run come back as a mesh: points of the first frame, springs as lines with the numbers of
// their materials, and the surface as triangles.
func TestVTKHDFIsReadBack(t *testing.T) {
	large := must.Get(build.Lattice(build.LatticeSpec{Nx: 40, Ny: 40, Nz: 40, Spacing: 0.1, Mass: 1, Stiffness: 1}))(t)
	for _, how := range []export.Numbers{{}, {Compress: true}, {Float64: true}} {
		for _, m := range []*model.Model{sheet(), large} {
			path := written(t, m, how, 3, 4, 7)
			f, err := format.Read(path)
			if err != nil {
				t.Fatalf("%+v: %v", how, err)
			}
			first := moved(m, 3)
			if len(f.Surface.Vertices) != m.MassCount() || f.Format != "VTKHDF" || !strings.Contains(strings.Join(f.Notes, "; "), "first of its 3 frames") {
				t.Fatalf("%+v: %d vertices of %d masses, format %s, notes %v", how, len(f.Surface.Vertices), m.MassCount(), f.Format, f.Notes)
			}
			for i, x := range f.Surface.Vertices {
				if x != (model.Vec3{float64(first.Position[i][0]), float64(first.Position[i][1]), float64(first.Position[i][2])}) {
					t.Fatalf("%+v: vertex %d is at %v, the mass is at %v", how, i, x, first.Position[i])
				}
			}
			at := 0
			for i, ends := range m.Ends {
				if m.MaterialOf[i] == model.Removed {
					continue
				}
				if f.Surface.Lines[at] != ends || f.LineLabels[at] != int32(m.MaterialOf[i]) {
					t.Fatalf("%+v: line %d is %v of part %d; the spring is %v of material %d", how, at, f.Surface.Lines[at], f.LineLabels[at], ends, m.MaterialOf[i])
				}
				at++
			}
			if at != len(f.Surface.Lines) {
				t.Errorf("%+v: %d lines of %d springs", how, len(f.Surface.Lines), at)
			}
			if len(m.Triangles) == 0 {
				continue
			}
			skin, err := format.Read(grid.VTKHDFSurface(path))
			if err != nil || !slices.Equal(skin.Surface.Corners, []uint32{0, 1, 2}) {
				t.Errorf("%+v: the surface is %v: %v", how, skin, err)
			}
		}
	}
}

// A file without frames, cut off, damaged or of another program is refused with words.
func TestVTKHDFThatIsNotRead(t *testing.T) {
	whole := must.Get(os.ReadFile(written(t, sheet(), export.Numbers{Compress: true}, 1)))(t)
	none := must.Get(os.ReadFile(written(t, sheet(), export.Numbers{})))(t)
	damaged := slices.Clone(whole)
	damaged[len(damaged)-500] ^= 1
	foreign := slices.Clone(whole)
	foreign[8] = 0
	growing := slices.Clone(whole)
	clear(growing[:48])
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"no frame", none, "no frame"}, {"cut", whole[:len(whole)-9], "is it cut off?"}, {"damaged", damaged, "checksum"},
		{"another program", foreign, "only files that hooke wrote"}, {"growing", growing, "is not finished"},
	} {
		must.Say(t, c.name, must.Err(format.ReadOptions{}.ReadStream(bytes.NewReader(c.data), int64(len(c.data)), "a.vtkhdf")), c.want)
	}
}

func FuzzVTKHDF(f *testing.F) {
	for _, how := range []export.Numbers{{}, {Compress: true}, {Float64: true}} {
		data := must.Get(os.ReadFile(written(f, sheet(), how, 1, 2)))(f)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := scan.New(bytes.NewReader(data), int64(len(data)), "a.vtkhdf")
		if err != nil {
			return
		}
		file, err := vtk.ReadHDF(in)
		if err != nil {
			return
		}
		for _, l := range file.Surface.Lines {
			if int(max(l[0], l[1])) >= len(file.Surface.Vertices) {
				t.Fatalf("line %v of %d vertices", l, len(file.Surface.Vertices))
			}
		}
	})
}
