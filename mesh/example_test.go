package mesh_test

import (
	"fmt"

	"hooke/mesh"
	"hooke/model"
)

// A tetrahedron of four triangles: it is closed, and encloses a sixth of a cube. Without its
// last triangle it has a hole with three edges.
func ExampleSurface() {
	s := &mesh.Surface{Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	for _, corners := range [][]uint32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}} {
		s.AddFace(corners)
	}
	fmt.Println("edges of holes:", s.Topology().Boundary)
	s.AddFace([]uint32{1, 2, 3})
	fmt.Println("edges of holes:", s.Topology().Boundary)
	fmt.Printf("%d triangles, %.4f m², %.4f m³\n", s.TriangleCount(), s.Area(), s.Volume())
	// Output:
	// edges of holes: 3
	// edges of holes: 0
	// 4 triangles, 2.3660 m², 0.1667 m³
}
