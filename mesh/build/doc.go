// Package build makes models of numbers: a lattice, a solid, a cube, a cloth, a rope, and
// the benchmark lattice.
//
// It chooses no stiffness and knows no gravity: whoever calls gives the numbers
// (package scene has recipes). Every maker validates what it is given and returns an
// error, never a broken model. All functions are safe for concurrent use.
//
//	m, err := build.Lattice(build.LatticeSpec{
//		Nx: 43, Ny: 43, Nz: 43, PerMass: 13,
//		Spacing: 0.01, Mass: 1e-3, Stiffness: 1000,
//	})
package build
