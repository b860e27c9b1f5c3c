package preset

import (
	"cmp"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// Jelly is a cube of 0.3 m, as soft as it can be without folding up when it lands: at a
// third of this modulus springs turn inside out.
const (
	jellySide    = 10   // masses
	jellyDensity = 1000 // [kg/m³]
	jellyModulus = 4e4  // [Pa]: under its own weight the cube loses ρ g H/2E = 4 % of its height
	jellyDrop    = 0.06 // height of the fall [m]
	jellyRatio   = 0.05 // ζ
	jellyFull    = 0.3  // [m]
)

// jelly drops on the ground, squashes and wobbles; k = E h/2.7, see bulge.
func jelly(o scene.Options) (*scene.Scene, error) {
	side, err := tune.CubeSide(o, jellySide)
	if err != nil {
		return nil, err
	}
	spacing := jellyFull / float64(side-1)
	density := cmp.Or(o.Density, jellyDensity) * share(side, side, side)
	m, err := build.Lattice(build.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: spacing, Bottom: jellyDrop,
		Mass:         density * spacing * spacing * spacing,
		Stiffness:    cmp.Or(o.Stiffness, jellyModulus*density/jellyDensity*spacing/2.7),
		DampingRatio: o.Damping(jellyRatio)})
	if err != nil {
		return nil, err
	}
	m.Name = "jelly"
	return &scene.Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{tune.GroundFor(m, 0)}}, Duration: 3}, nil
}
