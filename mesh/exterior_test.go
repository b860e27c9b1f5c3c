package mesh

import (
	"fmt"
	"hooke/model"
	"hooke/must"
	"testing"
)

// Flat tetrahedra are left out and counted, inside-out ones are turned.
func TestOrientTets(t *testing.T) {
	f := &File{
		Surface:   &Surface{Vertices: []model.Vec3{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}}},
		Tets:      [][4]uint32{{0, 1, 2, 4}, {0, 2, 1, 3}, {1, 4, 2, 3}},
		TetLabels: []int32{7, 8, 9},
	}
	f.orientTets()
	if len(f.Tets) != 2 || f.Surface.Degenerate != 1 || f.TetLabels[0] != 8 || f.TetLabels[1] != 9 {
		t.Errorf("%v with labels %v, %d degenerate; want two, 8 and 9, one", f.Tets, f.TetLabels, f.Surface.Degenerate)
	}
	for _, tet := range f.Tets {
		if v := TetVolume(f.Surface.Vertices, tet); !(v > 0) {
			t.Errorf("%v has the volume %g", tet, v)
		}
	}
}

// A tetrahedron given twice, in any order of its corners, counts once.
func TestRepeatedTetsAreLeftOut(t *testing.T) {
	var v Cells
	for _, p := range []model.Vec3{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}} {
		must.Do(t, v.Vertex(p))
	}
	for i, tet := range [][]uint32{{1, 2, 3, 4}, {0, 1, 2, 3}, {3, 2, 4, 1}, {1, 2, 3, 0}} {
		must.Do(t, v.Element(CellTet, tet, 5, int64(i+1)))
	}
	f := must.Get(v.File("x"))(t)
	if len(f.Tets) != 2 || f.Surface.FaceCount() != 6 || f.Surface.Degenerate != 2 {
		t.Errorf("tetrahedra %v with labels %v, %d faces, %d left out; want 2, 6, 2", f.Tets, f.TetLabels, f.Surface.FaceCount(), f.Surface.Degenerate)
	}
	groups := must.Get(f.LabelGroups())(t)
	told := ""
	for _, g := range groups {
		told += fmt.Sprintf("%s %v ", g.Name, g.Tets)
	}
	if told != "tets/1 [0] tets/2 [1] tets/3 [0] tets/4 [1] " {
		t.Errorf("groups are %s; each of the two tetrahedra is in two", told)
	}
}
