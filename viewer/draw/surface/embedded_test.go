package surface

import (
	"fmt"
	"testing"

	"hooke/shaders"
)

// A sheet that is tied to a solid with an embedded surface keeps its own triangles,
// and a solid beside it, too.
func TestEmbeddedSurfaceCoversItsSolidAlone(t *testing.T) {
	partner := make([]shaders.Partner, 10)
	for i := range partner {
		partner[i].Kind = shaders.SurfaceSolid
		if i >= 4 && i < 7 {
			partner[i].Kind = shaders.SurfaceSheet
		}
	}
	ends := []shaders.Ends{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {7, 8}, {8, 9}}
	hung := make([]bool, 10)
	hung[0] = true
	s := Skin{Triangles: [][3]uint32{{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {4, 5, 6}, {7, 8, 9}}, Wires: [][2]uint32{{0, 1}, {4, 5}}}
	s.Uncover(hung, ends, partner)
	if want := "[[2 3 4] [4 5 6] [7 8 9]] [[4 5]]"; fmt.Sprint(s.Triangles, s.Wires) != want {
		t.Errorf("%v %v are left, want %s", s.Triangles, s.Wires, want)
	}
}

func TestTrianglesAtVertices(t *testing.T) {
	got := TrianglesAt([][3]uint32{{0, 1, 2}, {2, 1, 3}}, 5)
	want := []uint32{6, 7, 9, 11, 12, 12, 0, 0, 1, 0, 1, 1}
	for k := range want {
		if got[k].Entry != want[k] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}
