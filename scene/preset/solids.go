package preset

import "hooke/mesh/build"

// share returns the part of a spacing cubed that each mass of a lattice spans. Recipes
// multiply masses by it, so that a body weighs as much as its volume, and stiffnesses, too,
// so that motions and steps depend on neither.
func share(nx, ny, nz int) float64 { return build.LatticeMass(nx, ny, nz, 1, 1) }
