package build

import "hooke/model"

// The numbers of the classic bouncing cube.
const (
	CubeSide      = 0.1   // [m]
	CubeMass      = 0.1   // of each of the 8 masses [kg]
	CubeStiffness = 10000 // of each of the 28 springs [N/m]
)

// Cube makes the bouncing cube: 8 masses of 0.1 kg at the corners of a cube of 0.1 m. An
// undamped spring of 10,000 N/m joins every pair, 28 in all. The cube is centered in x
// and y with its lower face at z = bottom [m].
func Cube(bottom float64) (*model.Model, error) {
	m, err := Lattice(LatticeSpec{
		Nx: 2, Ny: 2, Nz: 2, PerMass: 13,
		Spacing: CubeSide, Mass: CubeMass, Stiffness: CubeStiffness, Bottom: bottom,
	})
	if err != nil {
		return nil, err
	}
	// A 2 × 2 × 2 lattice with its diagonals joins every pair: 12 edges, 12 diagonals of
	// faces and 4 of the body.
	m.Name = "cube"
	m.Materials[1].Name = "cube"
	return m, nil
}
