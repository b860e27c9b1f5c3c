package scene

import (
	"hooke/mesh"
	"hooke/model"
)

// Jelly: a cube of 0.3 m, as soft as it can be and stay a cube.
const (
	jellySide    = 10      // masses
	jellyDensity = 1000    // [kg/m³]
	jellyModulus = 1.2e4   // [Pa]: gelatin. Under its own weight the cube loses ρ g H/2E = 12 % of its height
	jellyDrop    = 0.1     // height of the fall [m]
	jellyRatio   = 0.03    // ζ
	jellyFull    = 0.3     // [m]
	gridModulus  = 1 / 2.7 // k/(E h), see bulge
)

// jelly drops on the ground, squashes and wobbles.
func jelly(o Options) (*Scene, error) {
	side, err := cubeSide(o, jellySide)
	if err != nil {
		return nil, err
	}
	spacing := jellyFull / float64(side-1)
	density := or(o.Density, jellyDensity)
	m, err := mesh.Lattice(mesh.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: spacing, Bottom: jellyDrop,
		Mass:         density * spacing * spacing * spacing,
		Stiffness:    or(o.Stiffness, jellyModulus*density/jellyDensity*spacing*gridModulus),
		DampingRatio: o.dampingRatio(jellyRatio)})
	if err != nil {
		return nil, err
	}
	m.Name = "jelly"
	return &Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{groundFor(m, 0)}}, Duration: 3}, nil
}
