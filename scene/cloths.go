package scene

import (
	"hooke/mesh"
	"hooke/model"
)

// clothSize is the masses along the two sides of a cloth that the options ask
// for.
func clothSize(o Options, choice int) (nx, ny int, err error) {
	nx, ny = choice, choice
	switch {
	case o.Springs > 0:
		side, err := mesh.ClothSide(o.Springs)
		if err != nil {
			return 0, 0, err
		}
		nx, ny = side, side
	case o.Size[2] > 1:
		return 0, 0, &OptionError{"masses", "a cloth has two sizes; leave out the third"}
	case o.Size[0] > 0:
		nx, ny = o.Size[0], o.Size[0]
		if o.Size[1] > 0 {
			ny = o.Size[1]
		}
	}
	count, springs, err := mesh.ClothCount(nx, ny)
	if err != nil {
		return 0, 0, err
	}
	return nx, ny, fitsMemory(count, springs)
}

// The drape: a cloth of 1 m, a ball of half its width, and a ground below.
const (
	drapeSide   = 40 // masses
	drapeRadius = 0.25
	drapeFall   = 0.05 // [m]
)

// drape falls on a ball, folds around it and stays, held by friction.
func drape(o Options) (*Scene, error) {
	nx, ny, err := clothSize(o, drapeSide)
	if err != nil {
		return nil, err
	}
	spacing := 1 / float64(max(nx, ny, 2)-1)
	density := or(o.Density, clothDensity)
	center := model.Vec3{0, 0, 1.4 * drapeRadius}
	top := center[2] + drapeRadius
	m, err := mesh.Cloth(mesh.ClothSpec{
		Nx: nx, Ny: ny, Spacing: spacing, Mass: density * spacing * spacing,
		Stiffness:    clothRatios(or(o.Stiffness, density*model.StandardGravity/hangingStretch)),
		DampingRatio: o.dampingRatio(dampingRatio), Height: top + drapeFall,
	})
	if err != nil {
		return nil, err
	}
	m.Name = "drape"
	ground := groundFor(m, 0)
	ball := ground
	ball.Shape = model.Sphere{Center: center, Radius: drapeRadius}
	return &Scene{Model: m, Duration: 3,
		Params: model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.5, Contacts: []model.Contact{ground, ball}}}, nil
}
