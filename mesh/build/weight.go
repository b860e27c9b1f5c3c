package build

// Masses of a maker are equal, and have together the weight of the length, area or volume that the maker
// spans, however many they are.

// LatticeMass returns the mass [kg] of each mass of a lattice for a density [kg/m³] of the
// volume that the lattice spans. It counts a single layer as a spacing [m] thick.
func LatticeMass(nx, ny, nz int, spacing, density float64) float64 {
	volume := 1.0 // in spacings cubed
	for _, n := range [3]int{nx, ny, nz} {
		volume *= float64(max(n-1, 1))
	}
	return density * spacing * spacing * spacing * volume / (float64(nx) * float64(ny) * float64(nz))
}

// ClothMass returns the mass [kg] of each mass of a cloth for a density [kg/m²] of the area
// that the cloth spans, as LatticeMass does.
func ClothMass(nx, ny int, spacing, density float64) float64 {
	return LatticeMass(nx, ny, 1, spacing, density) / spacing
}

// RopeMass returns the mass [kg] of each mass of a rope for a density [kg/m] of its length
// [m].
func RopeMass(masses int, length, density float64) float64 {
	return density * length / float64(masses)
}
