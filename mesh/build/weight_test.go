package build

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

// Ropes, cloths and lattices of one size weigh the same in however many masses, and all of
// their masses are equal.
func TestWeightsDoNotDependOnTheResolution(t *testing.T) {
	for n := 2; n < 12; n++ {
		h := 1 / float64(n-1)
		rope, err := Rope(RopeSpec{Masses: n, Length: 2, Mass: RopeMass(n, 2, 3), Stiffness: 1})
		weighs(t, "rope", rope, err, 6)
		cloth, err := Cloth(ClothSpec{Nx: n, Ny: 2*n - 1, Spacing: h, Mass: ClothMass(n, 2*n-1, h, 5), Stiffness: ClothStiffness{Structural: 1}})
		weighs(t, "cloth", cloth, err, 10)
		lattice, err := Lattice(LatticeSpec{Nx: n, Ny: 2*n - 1, Nz: 3*n - 2, Spacing: h, Mass: LatticeMass(n, 2*n-1, 3*n-2, h, 7), Stiffness: 1})
		weighs(t, "lattice", lattice, err, 42)
		plate, err := Lattice(LatticeSpec{Nx: n, Ny: n, Nz: 1, Spacing: h, Mass: LatticeMass(n, n, 1, h, 7), Stiffness: 1})
		weighs(t, "plate", plate, err, 7*h)
	}
}

func weighs(t *testing.T, name string, m *model.Model, err error, want float64) {
	t.Helper()
	must.Do(t, err)
	sum := 0.0
	for i, kg := range m.Mass {
		if sum += kg; kg != m.Mass[0] {
			t.Errorf("%s: mass %d weighs %g kg, the first %g", name, i, kg, m.Mass[0])
		}
	}
	if math.Abs(sum/want-1) > 1e-12 {
		t.Errorf("%s of %d masses: %g kg, want %g", name, m.MassCount(), sum, want)
	}
}
