// Package mesh holds the content of a mesh file and computes its geometry.
//
// A [File] is the content of a file: a [Surface] of vertices, polygons and lines, tetrahedra,
// and labels that name parts; or a complete structure of masses and springs. mesh/format.Read
// recognizes the format of a file and reads it. A Surface knows its area, volume, triangles
// and [Topology]; it can be welded (Weld), and its polygons can be turned to face the same
// way (Turn).
//
//	file, err := format.Read("part.stl")
//	...
//	file.Weld()
//	t := file.Surface.Topology()
//	if t.Boundary == 0 && t.NonManifold == 0 { // closed
//		m, report, err := fill.Lattice(file.Surface, fill.LatticeSpec{Springs: 100_000, Density: 1000, Stiffness: 1000})
//	}
//
// Package mesh/fill makes models of surfaces and tetrahedra, and mesh/build makes models from
// numbers. For them this package has [Winding], which tells inside from outside, [PlaceTree],
// which finds nearest points, and [Skin], which attaches a surface to masses so that it can
// be drawn as they move.
//
// A format is described by a [Format]; each has a package of its own below mesh/format. All
// functions are safe for concurrent use on different values.
package mesh
