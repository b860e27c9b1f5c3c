package build

import (
	"fmt"

	"hooke/mesh/materials"
	"hooke/model"
)

// SolidSpec describes a block of an elastic material.
type SolidSpec struct {
	Nx, Ny, Nz   int     // cells along each axis, each at least 1; an axis has one mass more than cells
	Spacing      float64 // side of a cell, a [m]
	Young        float64 // Young's modulus, E [Pa]
	Density      float64 // ρ [kg/m³]
	DampingRatio float64 // ζ of every spring (see materials.RatioDamping); zero means none
	Bottom       float64 // height of the lowest layer [m]
}

// SolidPoisson is Poisson's ratio of every Solid. Isotropic materials of springs
// have no other: forces along the lines between points make C12 = C44 (Cauchy's
// relation), and isotropy C11 = C12 + 2 C44, so that ν = C12/(C11 + C12) = 1/4.
// The shear modulus is E/(2(1 + ν)) = 0.4 E.
const SolidPoisson = 0.25

// Stiffness of a whole edge, diagonal of a face and diagonal of the body, in
// units of E a. A cell stores the energy of Σ k L² n_i n_j n_k n_l / a³, so that
//
//	C11 = (k1 + 2 k2 + 4/3 k3)/a        C12 = C44 = (k2 + 4/3 k3)/a
//
// Isotropy, C11 = 3 C44, and E = 5/2 C44 leave one choice; this one lets both
// kinds of diagonals carry half of the shear.
const (
	solidEdge = 0.6
	solidFace = 0.2
	solidBody = 0.15
)

// Solid makes a block of an isotropic elastic material, centered in x and y,
// masses in row order, springs at rest. Stiffness and mass are assembled cell
// by cell: each cell brings a quarter of its edges, half of the diagonals of its
// faces, its own diagonals, and an eighth of its mass to each corner. Springs and
// masses at the surface are therefore lighter, and the block stretches, shears,
// bends and carries waves as its material does, whatever its number of cells; a
// Lattice of equal springs is stiffer at its surface. The groups "bottom" and
// "top" hold the lowest and the highest layer, "left" and "right" those of least
// and largest x.
func Solid(s SolidSpec) (*model.Model, error) {
	c := Checks{Who: "solid"}
	if s.Nx < 1 || s.Ny < 1 || s.Nz < 1 {
		c.Fault("%d × %d × %d cells; each must be at least 1", s.Nx, s.Ny, s.Nz)
	}
	c.Positive("spacing", s.Spacing, "m")
	c.Positive("Young's modulus", s.Young, "Pa")
	c.Positive("density", s.Density, "kg/m³")
	c.NotNegative("damping ratio", s.DampingRatio, "")
	c.finite("height of the bottom", s.Bottom, "m")
	if err := c.Join(); err != nil {
		return nil, err
	}
	stencil, err := LatticeStencil(13)
	if err != nil {
		return nil, err
	}
	g := grid{s.Nx + 1, s.Ny + 1, s.Nz + 1, stencil}
	cellMass := s.Density * s.Spacing * s.Spacing * s.Spacing
	m, err := g.build(s.Spacing, cellMass, s.Bottom, false)
	if err != nil {
		return nil, err
	}
	m.Name = fmt.Sprintf("solid %d×%d×%d", s.Nx, s.Ny, s.Nz)
	// A spring belongs to 1, 2 or 4 cells. Each number that occurs gets a material, in the
	// order of first use.
	model.InBlocks(m.MassCount(), func(_, first, last int) {
		for i := first; i < last; i++ {
			m.Mass[i] *= g.cellsAt(i, i) / 8
		}
	})
	const most = 4 // cells of a spring
	model.InBlocks(m.SpringCount(), func(_, first, last int) {
		for spring := first; spring < last; spring++ {
			ends := m.Ends[spring]
			m.MaterialOf[spring] = uint16(g.squaredLength(ends)*(most+1) + int(g.cellsAt(int(ends[0]), int(ends[1]))))
		}
	})
	whole := [4]float64{0, solidEdge / 4, solidFace / 2, solidBody} // stiffness of a spring in one cell, by squared length
	m.Materials = materials.Palette()
	names := [4]string{"", "edge", "face diagonal", "body diagonal"}
	var of [4 * (most + 1)]uint16
	for spring, sort := range m.MaterialOf {
		if of[sort] == 0 {
			kind, cells := sort/(most+1), sort%(most+1)
			k := whole[kind] * float64(cells) * s.Young * s.Spacing
			m.Materials = append(m.Materials, model.Material{
				Name:      fmt.Sprintf("%s of %d cells", names[kind], cells),
				Stiffness: k,
				Damping:   materials.RatioDamping(s.DampingRatio, k, cellMass, cellMass),
			})
			of[sort] = uint16(len(m.Materials) - 1)
		}
		m.MaterialOf[spring] = of[sort]
	}
	m.Groups = []model.Group{{Name: "bottom", Masses: g.layer(0)}, {Name: "top", Masses: g.layer(s.Nz)},
		{Name: "left", Masses: g.column(0)}, {Name: "right", Masses: g.column(s.Nx)}}
	return m, nil
}

// place returns the grid coordinates of mass i.
func (g grid) place(i int) [3]int { return [3]int{i % g.nx, i / g.nx % g.ny, i / (g.nx * g.ny)} }

// cellsAt returns how many cells hold both masses, which are at most a cell apart:
// along each axis one where they differ or where the grid ends, else two.
func (g grid) cellsAt(a, b int) float64 {
	cells, from, to := 1.0, g.place(a), g.place(b)
	for axis, n := range [3]int{g.nx, g.ny, g.nz} {
		if from[axis] == to[axis] && from[axis] > 0 && from[axis] < n-1 {
			cells *= 2
		}
	}
	return cells
}

// squaredLength returns the squared length of a spring in units of the spacing.
func (g grid) squaredLength(ends model.Ends) int {
	from, to := g.place(int(ends[0])), g.place(int(ends[1]))
	sum := 0
	for axis := range from {
		sum += (to[axis] - from[axis]) * (to[axis] - from[axis])
	}
	return sum
}

// column returns the ascending list of the masses at one x.
func (g grid) column(x int) []uint32 {
	var masses []uint32
	for i := x; i < g.nx*g.ny*g.nz; i += g.nx {
		masses = append(masses, uint32(i))
	}
	return masses
}
