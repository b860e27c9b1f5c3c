package build

import (
	"fmt"

	"hooke/model"
	"hooke/order/random"
)

// The benchmark lattice is fixed for ever so that rates can be compared.
const (
	CanonSpacing   = 0.01 // [m]
	CanonMass      = 1e-3 // of every mass [kg]
	CanonStiffness = 100  // of every spring [N/m]
	CanonJitter    = 1e-4 // largest displacement of a free mass along each axis at the start [m]
	CanonStep      = 5e-5 // the step to use with it [s]
)

// Canon makes the benchmark lattice and its start state: n³ masses of 1 g,
// 0.01 m apart, 13 springs per mass (26 neighbors) of 100 N/m without damping,
// the bottom layer pinned at z = 0. Rest positions and rest lengths are those of
// the perfect lattice; the state has every free mass moved by up to ±0.1 mm per
// axis by a fixed hash of its index, so that forces act from the first step.
// Pinned masses stay at their positions. It cannot carry its own weight and is
// meant for the first few hundred steps.
func Canon(n int) (*model.Model, *model.State, error) {
	if n < 2 {
		return nil, nil, fmt.Errorf("mesh: canon: %d masses a side; it needs at least 2, one layer is pinned", n)
	}
	m, err := Lattice(LatticeSpec{
		Nx: n, Ny: n, Nz: n, PerMass: 13,
		Spacing: CanonSpacing, Mass: CanonMass, Stiffness: CanonStiffness,
	})
	if err != nil {
		return nil, nil, err
	}
	m.Name = fmt.Sprintf("canon %d³", n)
	m.Materials[1].Name = "canon"
	m.Pin = make([]model.Pin, m.MassCount())
	for i := range n * n {
		m.Pin[i] = model.PinAll
	}

	start := m.Start()
	model.InBlocks(len(start.Position), func(_, first, last int) {
		for i := max(n*n, first); i < last; i++ {
			for axis := range 3 {
				start.Position[i][axis] += CanonJitter * jitter(i, axis)
			}
		}
	})
	return m, start, nil
}

// jitter returns a fixed number in [-1, 1) for each pair of a mass and an axis.
func jitter(mass, axis int) float64 { return random.Signed(random.Of(3*uint64(mass) + uint64(axis))) }
