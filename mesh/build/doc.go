// Package build makes models from numbers: a lattice, a solid, a cube, a cloth, a rope, the
// benchmark lattice, and robots of voxels. A VoxelGrid is a robot of soft and stiff voxels, and of
// muscles that swell and shrink with phases of their own; ReadVoxels reads one that is drawn in text.
//
// The caller gives all numbers; the package chooses no stiffness and knows no gravity
// (package scene/preset has recipes). Every function validates its input and returns an error
// instead of a broken model. All functions are safe for concurrent use.
//
//	m, err := build.Lattice(build.LatticeSpec{
//		Nx: 43, Ny: 43, Nz: 43, PerMass: 13,
//		Spacing: 0.01, Mass: 1e-3, Stiffness: 1000,
//	})
package build
