package format

import (
	"path/filepath"
	"slices"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/must"
)

// A format that is written is in both tables, and the other way about.
func TestWrittenFormatsAreInTheTable(t *testing.T) {
	var read, written []string
	for _, f := range Formats() {
		must.Hold(t, f.Read != nil && len(f.Extensions) != 0, "%s is not read", f.Name)
		if f.Write != nil {
			read = append(read, f.Name)
		}
	}
	for _, f := range Written() {
		written = append(written, f.Name)
		for _, extension := range f.Written {
			if !slices.Contains(f.Extensions, extension) {
				t.Errorf("%s is written as %s, which is not read", f.Name, extension)
			}
			if found, ok := WrittenAs(extension); !ok || found.Name != f.Name {
				t.Errorf("%s is written as %s", extension, found.Name)
			}
		}
		must.Hold(t, (f.Structures != nil) == f.Holds.Structures, "%s: what it tells of structures is %v", f.Name, f.Structures)
	}
	slices.Sort(read)
	slices.Sort(written)
	must.Hold(t, slices.Equal(read, written), "%v have a writer, %v are told", read, written)
}

// The content that a format claims to hold comes back, and nothing else does.
func TestFormatsHoldWhatTheySay(t *testing.T) {
	whole := func() *mesh.File {
		return &mesh.File{
			Surface: &mesh.Surface{Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
				Corners: []uint32{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, FaceStart: []uint32{0, 3, 6, 9, 12}},
			Tets: [][4]uint32{{0, 1, 2, 3}}, TetLabels: []int32{7},
			LabelNames: []mesh.LabelName{{Dim: 3, Label: 7, Name: "jelly"}},
		}
	}
	for _, to := range Written() {
		if to.Holds.NoMesh {
			continue
		}
		for _, lines := range []bool{false, true} {
			f := whole()
			if lines {
				f.Surface.Lines = [][2]uint32{{0, 1}}
			}
			if lines && (to.Name == "NPZ" || !to.Holds.Lines) {
				continue // elements of one kind; or refused
			}
			path := filepath.Join(t.TempDir(), "a"+to.Written[0])
			wrote, err := to.Write(path, f)
			if err != nil || !slices.Contains(wrote, path) {
				t.Errorf("%s: wrote %v: %v", to.Name, wrote, err)
				continue
			}
			back, err := Read(path)
			if err != nil {
				t.Errorf("%s: %v", to.Name, err)
				continue
			}
			if got := len(back.Tets) == 1; got != to.Holds.Tets {
				t.Errorf("%s: tetrahedra %v", to.Name, back.Tets)
			}
			if got := back.TetLabels != nil; got != to.Holds.Labels {
				t.Errorf("%s: labels %v", to.Name, back.TetLabels)
			}
			if got := back.LabelNames != nil; got != to.Holds.LabelNames {
				t.Errorf("%s: names of labels %v", to.Name, back.LabelNames)
			}
			if got := len(back.Surface.Lines) == 1; got != lines {
				t.Errorf("%s: lines %v", to.Name, back.Surface.Lines)
			}
		}
	}
}
