// Package mesh makes models: generators (cube, lattice, cloth, rope), and the ways
// from a surface to springs (cloth along its edges, lines, or a lattice that fills
// it). Surfaces, solids and what else a mesh file holds (File) are its nouns; package
// mesh/format reads them.
//
// It chooses no stiffness and knows no gravity: whoever calls gives the numbers
// (package scene has recipes). Every maker validates what it is given and returns an
// error, never a broken model. All functions are safe for concurrent use on
// different values.
//
//	m, err := mesh.Lattice(mesh.LatticeSpec{
//		Nx: 43, Ny: 43, Nz: 43, PerMass: 13,
//		Spacing: 0.01, Mass: 1e-3, Stiffness: 1000,
//	})
package mesh
