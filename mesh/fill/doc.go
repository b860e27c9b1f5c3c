// Package fill makes springs from the content of a mesh file. A surface becomes a lattice or
// a truss that fills it, a cloth along its edges, or springs along its lines; tetrahedra
// become springs along their edges. The labels of the file become groups of masses.
//
// As in package mesh/build, the caller gives stiffness and density, and input that cannot be
// filled is an error. All functions are safe for concurrent use on different values.
//
//	m, report, err := fill.Lattice(surface, fill.LatticeSpec{Springs: 100_000, Density: 1000, Stiffness: 1000})
package fill
