package format

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// volumeFolder has one cube of 15 vertices and 24 tetrahedra in every format,
// written by the programs that own them (see make.py there).
const volumeFolder = "../testdata/volumes"

// textRounding is the rounding error of 6 digits of text, the fewest of any file, for a length below 1.
const textRounding = 1e-6

// sortedTets lists tetrahedra, each with its corners ascending, in order.
func sortedTets(f *mesh.File) [][4]uint32 {
	tets := slices.Clone(f.Tets)
	for i := range tets {
		slices.Sort(tets[i][:])
	}
	slices.SortFunc(tets, func(a, b [4]uint32) int { return slices.Compare(a[:], b[:]) })
	return tets
}

func checkVertices(t *testing.T, f *mesh.File, want []model.Vec3) {
	t.Helper()
	if len(f.Surface.Vertices) != len(want) {
		t.Fatalf("%d vertices, want %d", len(f.Surface.Vertices), len(want))
	}
	for i, p := range f.Surface.Vertices {
		if d := p.Sub(want[i]).Len(); d > textRounding {
			t.Errorf("vertex %d is %v, want %v", i, p, want[i])
		}
	}
}

// Every file gives the same vertices, tetrahedra and exterior.
func TestVolumeFilesAgree(t *testing.T) {
	wanted := sortedTets(&mesh.File{Tets: modeltest.DicedTets()})
	files, _ := filepath.Glob(filepath.Join(volumeFolder, "cube*"))
	files = append(files, filepath.Join(volumeFolder, "tets.npz"))
	read := 0
	for _, path := range files {
		if filepath.Ext(path) == ".npz" && filepath.Base(path) != "tets.npz" {
			continue // structures
		}
		read++
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := must.Get(Read(path))(t)
			vertices := f.Surface.Vertices
			if strings.Contains(path, "second-order") {
				// It has nodes between, and its center after them.
				if notes := strings.Join(f.Notes, "; "); len(f.Tets) != 24 || !strings.Contains(notes, "48 elements of higher order") {
					t.Errorf("%d tetrahedra, notes %q", len(f.Tets), notes)
				}
			} else {
				checkVertices(t, f, modeltest.DicedVertices())
				if !slices.Equal(sortedTets(f), wanted) {
					t.Errorf("tetrahedra are\n%v, want\n%v", sortedTets(f), wanted)
				}
			}
			for i, tet := range f.Tets {
				if v := mesh.TetVolume(vertices, tet); !(v > 0) {
					t.Errorf("tetrahedron %d has the volume %g", i, v)
				}
			}
			if topology := f.Surface.Topology(); f.Surface.FaceCount() != 24 || topology.Boundary != 0 {
				t.Errorf("the exterior has %d triangles and %d boundary edges, want 24 and 0", f.Surface.FaceCount(), topology.Boundary)
			}
			// Outward: the volume inside is that of the cube.
			if v := enclosed(f.Surface); !(v > 0.0269 && v < 0.0271) {
				t.Errorf("the exterior encloses %g m³, want 0.3³ = 0.027", v)
			}
		})
	}
	must.Hold(t, read >= 38, "%d files were read, want all 38", read)
}

// enclosed is the volume inside a surface that faces outward [m³].
func enclosed(s *mesh.Surface) float64 {
	sum := 0.0
	for _, t := range s.Triangles() {
		a, b, c := s.Places(t)
		sum += a.Cross(b).Dot(c) / 6
	}
	return sum
}

// Physical groups, references, regions and markers become labels.
func TestVolumeLabels(t *testing.T) {
	for _, c := range []struct {
		file           string
		tet, face, inn int32 // of all tetrahedra, all exterior faces, and the center
	}{
		{"cube-22-ascii.msh", 40, 41, 0}, {"cube-22-binary.msh", 40, 41, 0},
		{"cube-41-ascii.msh", 40, 41, 0}, {"cube-41-binary.msh", 40, 41, 0},
		{"cube-meshio.mesh", 40, 41, 0}, {"cube-meshio.meshb", 40, 41, 0},
		{"cube.ele", 40, 41, 2},
	} {
		f, err := Read(filepath.Join(volumeFolder, c.file))
		if err != nil {
			t.Error(err)
			continue
		}
		if len(f.TetLabels) != 24 || slices.Min(f.TetLabels) != c.tet || slices.Max(f.TetLabels) != c.tet {
			t.Errorf("%s: labels of tetrahedra are %v, want 24 times %d", c.file, f.TetLabels, c.tet)
		}
		if len(f.FaceLabels) != 24 || slices.Min(f.FaceLabels) != c.face || slices.Max(f.FaceLabels) != c.face {
			t.Errorf("%s: labels of faces are %v, want 24 times %d", c.file, f.FaceLabels, c.face)
		}
		if c.inn != 0 && (len(f.VertexLabels) != 15 || f.VertexLabels[14] != c.inn || f.VertexLabels[0] != 1) {
			t.Errorf("%s: labels of vertices are %v", c.file, f.VertexLabels)
		}
		if strings.HasSuffix(c.file, ".msh") {
			want := []mesh.LabelName{{Dim: 2, Label: 41, Name: "skin"}, {Dim: 3, Label: 40, Name: "jelly cube"}}
			must.BeAll(t, f.LabelNames, want, "%s: names of labels", c.file)
		}
	}
}

// A hexahedron, a wedge and a pyramid that share faces are cut so that their parts
// fit: nothing but the outside is left open.
func TestOtherVolumesAreSplit(t *testing.T) {
	for _, file := range []string{"cells.vtu", "cells.msh"} {
		f, err := Read(filepath.Join(volumeFolder, file))
		if err != nil {
			t.Error(err)
			continue
		}
		must.Be(t, len(f.Tets), 6+3+2, "%s: tetrahedra", file)
		// 1 + 1/2 + 1/3; all exterior triangles must be those of the three bodies:
		// 4 free quads of the hexahedron, 2 of the wedge and its 2 triangles, 4 of the pyramid.
		if v := enclosed(f.Surface); v < 1.8333 || v > 1.8334 || f.Surface.FaceCount() != 2*(4+2)+2+4 {
			t.Errorf("%s: the exterior has %d triangles around %g m³, want 18 around 11/6", file, f.Surface.FaceCount(), v)
		}
		if topology := f.Surface.Topology(); topology.Boundary != 0 {
			t.Errorf("%s: %d boundary edges", file, topology.Boundary)
		}
		if notes := strings.Join(f.Notes, "; "); !strings.Contains(notes, "1 hexahedra were split") || strings.Contains(notes, "inside out") {
			t.Errorf("%s: notes are %q", file, notes)
		}
	}
}

// The order of the corners decides the diagonals, and in every order they fit.
func TestSplitFitsWhateverTheOrder(t *testing.T) {
	// A unit cube whose corners have been numbered anew must split into tetrahedra
	// of volume 1 in all, with diagonals through the lowest corner of each face.
	place := [8]model.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}
	order := [8]uint32{0, 1, 2, 3, 4, 5, 6, 7}
	for trial := range 5000 {
		i, j := trial%8, trial/8%7
		order[i], order[j] = order[j], order[i]
		var vertices [8]model.Vec3
		for at, v := range order {
			vertices[v] = place[at]
		}
		sum, count := 0.0, 0
		diagonals := make(map[[2]uint32]bool)
		mesh.CellHex.Split(order[:], func(tet [4]uint32) {
			volume := mesh.TetVolume(vertices[:], tet)
			if !(volume > 0.1) {
				t.Fatalf("order %v: tetrahedron %v has the volume %g", order, tet, volume)
			}
			sum += volume
			count++
			for a := range 4 {
				for b := range a {
					p, q := min(tet[a], tet[b]), max(tet[a], tet[b])
					diagonals[[2]uint32{p, q}] = true
				}
			}
		})
		if count != 6 || sum < 1-1e-12 || sum > 1+1e-12 {
			t.Fatalf("order %v: %d tetrahedra of volume %g, want 6 of 1", order, count, sum)
		}
		for _, face := range mesh.CellHex.Faces() {
			f := [4]uint32{order[face[0]], order[face[1]], order[face[2]], order[face[3]]}
			low := slices.Index(f[:], slices.Min(f[:]))
			across, other := f[(low+2)%4], [2]uint32{f[(low+1)%4], f[(low+3)%4]}
			if !diagonals[[2]uint32{f[low], across}] || diagonals[[2]uint32{min(other[0], other[1]), max(other[0], other[1])}] {
				t.Fatalf("order %v: face %v is not cut from its lowest corner", order, f)
			}
		}
	}
}

// VTK files of polygons give the skin, with a line through the cube.
func TestPolyData(t *testing.T) {
	for _, file := range []string{"skin-42.vtk", "skin-51.vtk", "skin.vtp"} {
		f, err := Read(filepath.Join(volumeFolder, file))
		if err != nil {
			t.Error(err)
			continue
		}
		checkVertices(t, f, modeltest.DicedVertices())
		if f.Tets != nil || f.Surface.FaceCount() != 24 || len(f.Surface.Lines) != 2 || f.Surface.Topology().Boundary != 0 {
			t.Errorf("%s: %d tetrahedra, %d polygons, %d lines", file, len(f.Tets), f.Surface.FaceCount(), len(f.Surface.Lines))
		}
	}
}

// TetGen's files are found from any of the three, and only beside it.
func TestTetGenFindsItsOtherHalf(t *testing.T) {
	for _, file := range []string{"cube.node", "cube.ele", "cube.face"} {
		if f, err := Read(filepath.Join(volumeFolder, file)); err != nil || len(f.Tets) != 24 {
			t.Errorf("%s: %v", file, err)
		}
	}
}
