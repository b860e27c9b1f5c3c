package build

import (
	"fmt"

	"hooke/mesh/materials"
	"hooke/model"
)

// LatticeSpec describes a block of masses at the points of a cubic grid.
type LatticeSpec struct {
	Nx, Ny, Nz   int     // masses along each axis, each at least 1
	PerMass      int     // springs per mass: 3 edges, 9 with face diagonals, 13 with body diagonals; zero means 13
	Spacing      float64 // distance of neighbors [m]
	Mass         float64 // of every mass [kg]
	Stiffness    float64 // k of every spring, diagonals too [N/m]
	Damping      float64 // c of every spring [N·s/m]; zero means none, unless DampingRatio is given
	DampingRatio float64 // ζ instead of Damping, dimensionless (see materials.RatioDamping); give one of the two
	Bottom       float64 // height of the lowest layer [m]
	ByPattern    bool    // the model has a model.Pattern instead of arrays
}

// Lattice makes a block centered in x and y. Masses are in row order (x
// fastest, then y, then z), and the springs that lead from a mass to
// higher-numbered ones lie together, so that memory is walked in order. The
// groups "bottom" and "top" hold the lowest and the highest layer. With 3
// springs per mass nothing resists shear: such a lattice holds its shape only
// where it is pinned or pulled.
func Lattice(s LatticeSpec) (*model.Model, error) {
	if s.PerMass == 0 {
		s.PerMass = 13
	}
	stencil, err := LatticeStencil(s.PerMass)
	if err != nil {
		return nil, err
	}
	c := Checks{Who: "lattice"}
	c.Positive("spacing", s.Spacing, "m")
	c.Positive("mass", s.Mass, "kg")
	c.Positive("stiffness", s.Stiffness, "N/m")
	c.NotNegative("damping", s.Damping, "N·s/m")
	c.NotNegative("damping ratio", s.DampingRatio, "")
	c.finite("height of the bottom", s.Bottom, "m")
	if s.Damping > 0 && s.DampingRatio > 0 {
		c.Fault("damping and damping ratio are both given; give one")
	}
	if err := c.Join(); err != nil {
		return nil, err
	}

	g := grid{s.Nx, s.Ny, s.Nz, stencil}
	m, err := g.build(s.Spacing, s.Mass, s.Bottom, s.ByPattern)
	if err != nil {
		return nil, err
	}
	m.Name = fmt.Sprintf("lattice %d×%d×%d", s.Nx, s.Ny, s.Nz)
	m.Materials = materials.Palette(model.Material{
		Name:      "lattice",
		Stiffness: s.Stiffness,
		Damping:   s.Damping + materials.RatioDamping(s.DampingRatio, s.Stiffness, s.Mass, s.Mass),
	})
	m.Groups = []model.Group{{Name: "bottom", Masses: g.layer(0)}, {Name: "top", Masses: g.layer(s.Nz - 1)}}
	return m, nil
}

// LatticeCount returns the exact number of masses and springs of an nx × ny × nz lattice
// with the given springs per mass, and makes no lattice. It returns an error for a
// perMass other than 3, 9 or 13, for a size below 1, or for more than a model can hold.
func LatticeCount(nx, ny, nz, perMass int) (masses, springs int64, err error) {
	stencil, err := LatticeStencil(perMass)
	if err != nil {
		return 0, 0, err
	}
	return grid{nx, ny, nz, stencil}.count()
}

// LatticeSide returns the n for which the cubic n × n × n lattice has the number of
// springs nearest to the one wanted: 1,000,000 with 13 springs per mass gives
// 43. It is at least 2 and at most the largest lattice a model can hold.
func LatticeSide(springs int64, perMass int) (int, error) {
	if springs < 1 {
		return 0, fmt.Errorf("mesh: lattice of %d springs; ask for at least 1", springs)
	}
	_, previous, err := LatticeCount(2, 2, 2, perMass)
	if err != nil {
		return 0, err
	}
	// Counts grow with n, and n stays below 900, so a linear search is fast enough.
	for n := 3; ; n++ {
		_, count, err := LatticeCount(n, n, n, perMass)
		if err != nil {
			return n - 1, nil // n is beyond the limit of a model
		}
		if count >= springs {
			if springs-previous <= count-springs {
				return n - 1, nil
			}
			return n, nil
		}
		previous = count
	}
}
