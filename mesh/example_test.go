package mesh_test

import (
	"fmt"
	"log"

	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/mesh/format"
	"hooke/model"
)

// Read an OBJ file, check that its surface is closed, and fill it with a lattice of springs.
func Example() {
	file, err := format.Read("testdata/spot.obj")
	if err != nil {
		log.Fatal(err)
	}
	s := file.Surface
	fmt.Println(file.Format+":", s.TriangleCount(), "triangles, edges of holes:", s.Topology().Boundary)

	m, report, err := fill.Lattice(s, fill.LatticeSpec{Springs: 5000, Density: 1000, Stiffness: 1000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d masses, %d springs, pitch %.3f m\n", m.MassCount(), m.SpringCount(), report.Pitch)
	// Output:
	// OBJ: 5856 triangles, edges of holes: 0
	// 544 masses, 5008 springs, pitch 0.111 m
}

// A tetrahedron of four triangles is closed and encloses a sixth of a cube. Without its last
// triangle it has a hole with three edges.
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
