package preset

import (
	"cmp"
	"fmt"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// Sizes of the recipes without options.
const (
	latticeSide = 43 // masses: 984,438 springs
	canonSide   = 17 // masses: 56,368 springs
	clothSide   = 64 // masses
	ropeMasses  = 200

	// A standing or hanging cloth or rope stretches by at most this under its own weight;
	// swinging down multiplies it by about 5.
	hangingStretch = 0.005
)

// canon returns the benchmark lattice, exactly as package mesh fixes it.
func canon(o scene.Options) (*scene.Scene, error) {
	side := canonSide
	switch {
	case o.Springs > 0:
		var err error
		if side, err = build.LatticeSide(o.Springs, 13); err != nil {
			return nil, err
		}
	case o.Size[0] > 0:
		side = o.Size[0]
		for _, n := range o.Size[1:] {
			if n != 0 && n != side {
				return nil, &scene.OptionError{Option: "masses", Reason: "canon is a cube; give one number"}
			}
		}
	}
	if err := tune.LatticeFits(side, side, side, 13); err != nil {
		return nil, err
	}
	m, start, err := build.Canon(side)
	if err != nil {
		return nil, err
	}
	return &scene.Scene{
		Model:    m,
		Start:    start,
		Params:   model.Params{DT: build.CanonStep, Gravity: model.EarthGravity()},
		Duration: 200 * build.CanonStep,
	}, nil
}

// lattice returns a block, 1 m along its longest side, that falls on the ground z = 0 from a
// fiftieth of that. selfCarrying gives its stiffness.
func lattice(o scene.Options) (*scene.Scene, error) {
	nx, ny, nz := latticeSide, latticeSide, latticeSide
	switch {
	case o.Springs > 0:
		side, err := build.LatticeSide(o.Springs, o.SpringsPerMass())
		if err != nil {
			return nil, err
		}
		nx, ny, nz = side, side, side
	case o.Size[0] > 0 && o.Size[1] == 0 && o.Size[2] == 0:
		nx, ny, nz = o.Size[0], o.Size[0], o.Size[0]
	case o.Size[0] > 0:
		nx, ny, nz = o.Size[0], o.Size[1], o.Size[2]
		if ny == 0 || nz == 0 {
			return nil, &scene.OptionError{Option: "masses", Reason: fmt.Sprintf("%d × %d × %d; give one number or three", nx, ny, nz)}
		}
	}
	byPattern, fits := o.ByPattern && !o.Collide, tune.LatticeFits
	if byPattern {
		fits = tune.PatternFits
	}
	longest := max(nx, ny, nz)
	if longest < 2 {
		return nil, &scene.OptionError{Option: "masses", Reason: "a single mass has no springs; give at least one size of 2 or more"}
	}
	if err := fits(nx, ny, nz, o.SpringsPerMass()); err != nil {
		return nil, err
	}
	spacing := 1 / float64(longest-1)
	m, err := build.Lattice(build.LatticeSpec{
		Nx: nx, Ny: ny, Nz: nz, PerMass: o.SpringsPerMass(),
		Spacing:   spacing,
		Mass:      build.LatticeMass(nx, ny, nz, spacing, cmp.Or(o.Density, tune.SolidDensity)),
		Stiffness: 1,
		Bottom:    tune.DropPart,
		ByPattern: byPattern,
	})
	if err != nil {
		return nil, err
	}
	tune.ScaleStiffness(m, tune.StiffnessFactor(m, o, false), o.Damping(tune.DampingRatio))
	return &scene.Scene{
		Model:    m,
		Params:   model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{tune.GroundFor(m, 0)}},
		Duration: 5,
	}, nil
}

// cloth returns 1 m along its longer side and starts level, held along the edge of
// largest y. Each column of threads carries its own weight: the force per width
// at the edge is ρ g l for a length l, and a cloth with structural springs k
// stretches by that over k, whatever its spacing.
func cloth(o scene.Options) (*scene.Scene, error) {
	nx, ny, err := tune.ClothSize(o, clothSide)
	if err != nil {
		return nil, err
	}
	spacing := 1 / float64(max(nx, ny, 2)-1)
	density, length := cmp.Or(o.Density, tune.ClothDensity), spacing*float64(ny-1)
	stiffness := cmp.Or(o.Stiffness, density*model.StandardGravity*length/hangingStretch)
	m, err := build.Cloth(build.ClothSpec{
		Nx: nx, Ny: ny, Spacing: spacing,
		Mass:         build.ClothMass(nx, ny, spacing, density),
		Stiffness:    tune.ClothRatios(stiffness),
		DampingRatio: o.Damping(tune.DampingRatio),
		Height:       1.2 * length,
		ByPattern:    o.ByPattern && !o.Collide,
	})
	if err != nil {
		return nil, err
	}
	pinGroup(m, "edge")
	return &scene.Scene{
		Model:    m,
		Params:   model.Params{Gravity: model.EarthGravity(), DragHalfLife: 1},
		Duration: 5,
	}, nil
}

// rope returns 1.2 m long between ends 1 m apart and starts level, in an arc. Its
// ends carry at most about its weight W; k = W/(stretch · segment).
func rope(o scene.Options) (*scene.Scene, error) {
	const length, span = 1.2, 1.0
	masses, err := tune.RopeSize(o, ropeMasses, 3)
	if err != nil {
		return nil, err
	}
	segment := length / float64(masses-1)
	weight := cmp.Or(o.Density, tune.LineDensity) * length * model.StandardGravity
	m, err := build.Rope(build.RopeSpec{
		Masses: masses, Length: length, Span: span,
		Mass:         build.RopeMass(masses, length, cmp.Or(o.Density, tune.LineDensity)),
		Stiffness:    cmp.Or(o.Stiffness, weight/(hangingStretch*segment)),
		DampingRatio: o.Damping(tune.DampingRatio),
		Height:       1,
	})
	if err != nil {
		return nil, err
	}
	pinGroup(m, "ends")
	return &scene.Scene{
		Model:    m,
		Params:   model.Params{Gravity: model.EarthGravity(), DragHalfLife: 1},
		Duration: 5,
	}, nil
}

// pinGroup pins the masses of a group.
func pinGroup(m *model.Model, name string) {
	group, _ := m.Group(name)
	m.Pin = make([]model.Pin, m.MassCount())
	for _, i := range group.Masses {
		m.Pin[i] = model.PinAll
	}
}
