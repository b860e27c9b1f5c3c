package build

import (
	"fmt"

	"hooke/mesh/materials"
	"hooke/model"
)

// These palette entries are the materials of a cloth.
const (
	ClothStructural uint16 = 1 // along the threads, or along the edges of a surface
	ClothShear      uint16 = 2 // across a cell
	ClothBend       uint16 = 3 // over the next mass, or across an inner edge of a surface
)

// ClothStiffness is the stiffness of each kind of spring in a cloth [N/m]. Zero leaves
// the springs of that kind in the model without force, except Structural, which must be
// positive.
type ClothStiffness struct {
	Structural, Shear, Bend float64
}

// ClothSpec describes a rectangular cloth in the horizontal plane.
type ClothSpec struct {
	Nx, Ny       int            // masses along x and y, each at least 2
	Spacing      float64        // distance of neighbors [m]
	Mass         float64        // of every mass [kg]
	Stiffness    ClothStiffness // [N/m]
	DampingRatio float64        // ζ of every spring (see materials.RatioDamping); zero means none
	Height       float64        // z of the whole cloth [m]
	ByPattern    bool           // the model has a model.Pattern instead of arrays of masses and springs
}

// Cloth makes a flat rectangular cloth, centered in x and y: structural springs
// between neighbors, shear springs along both diagonals of every cell, bend
// springs to the mass after next; two triangles per cell, for wind. Masses are in
// row order. The groups "edge"
// (the row of largest y) and "corners" (the two ends of that row) are for
// pinning.
func Cloth(s ClothSpec) (*model.Model, error) {
	c := Checks{Who: "cloth"}
	if s.Nx < 2 || s.Ny < 2 {
		c.Fault("%d × %d masses; there must be at least 2 × 2", s.Nx, s.Ny)
	}
	c.Positive("spacing", s.Spacing, "m")
	c.Positive("mass", s.Mass, "kg")
	s.Stiffness.Check(&c)
	c.NotNegative("damping ratio", s.DampingRatio, "")
	c.finite("height", s.Height, "m")
	if err := c.Join(); err != nil {
		return nil, err
	}

	m, err := clothGrid(s.Nx, s.Ny).build(s.Spacing, s.Mass, s.Height, s.ByPattern)
	if err != nil {
		return nil, err
	}
	m.Name = fmt.Sprintf("cloth %d×%d", s.Nx, s.Ny)
	m.Materials = s.Stiffness.Palette(s.DampingRatio, s.Mass)
	m.Triangles = clothTriangles(s.Nx, s.Ny)
	edge := make([]uint32, s.Nx)
	for x := range edge {
		edge[x] = uint32(s.Nx*(s.Ny-1) + x)
	}
	m.Groups = []model.Group{
		{Name: "edge", Masses: edge},
		{Name: "corners", Masses: []uint32{edge[0], edge[s.Nx-1]}},
	}
	return m, nil
}

// clothTriangles returns the two halves of every cell, which face up. The diagonal
// between them turns from cell to cell like the colors of a chessboard, so that
// wind bends the cloth no more one way than the other.
func clothTriangles(nx, ny int) [][3]uint32 {
	cells := (nx - 1) * (ny - 1)
	triangles := make([][3]uint32, 2*cells)
	model.InBlocks(cells, func(_, first, last int) {
		for cell := first; cell < last; cell++ {
			x, y := cell%(nx-1), cell/(nx-1)
			a := uint32(nx*y + x)
			b, c, d := a+1, a+1+uint32(nx), a+uint32(nx) // counterclockwise from a
			if (x+y)%2 == 0 {
				triangles[2*cell], triangles[2*cell+1] = [3]uint32{a, b, c}, [3]uint32{a, c, d}
			} else {
				triangles[2*cell], triangles[2*cell+1] = [3]uint32{a, b, d}, [3]uint32{b, c, d}
			}
		}
	})
	return triangles
}

// ClothCount returns the exact number of masses and springs of an nx × ny cloth. It
// returns an error for a size below 1, or for more than a model can hold.
func ClothCount(nx, ny int) (masses, springs int64, err error) { return clothGrid(nx, ny).count() }

// ClothSide returns the n for which the square n × n cloth has the number of springs
// nearest to the one wanted; at least 2.
func ClothSide(springs int64) (int, error) {
	if springs < 1 || springs > model.MaxCount {
		return 0, fmt.Errorf("mesh: cloth of %d springs; ask for 1 to %d", springs, model.MaxCount)
	}
	// An n × n cloth has 2n(n−1) + 2(n−1)² + 2n(n−2) = 6n² − 10n + 2 springs.
	n := int64(2)
	for squareClothSprings(n+1) <= springs {
		n++
	}
	if squareClothSprings(n+1)-springs < springs-squareClothSprings(n) {
		n++
	}
	return int(n), nil
}

func squareClothSprings(n int64) int64 { return 6*n*n - 10*n + 2 }

// clothGrid returns the stencil of a cloth: neighbors, diagonals, the mass after next.
func clothGrid(nx, ny int) grid {
	return grid{nx, ny, 1, []Offset{
		{1, 0, 0, ClothStructural},
		{2, 0, 0, ClothBend},
		{-1, 1, 0, ClothShear},
		{0, 1, 0, ClothStructural},
		{1, 1, 0, ClothShear},
		{0, 2, 0, ClothBend},
	}}
}

func (k ClothStiffness) Check(c *Checks) {
	c.Positive("structural stiffness", k.Structural, "N/m")
	c.NotNegative("shear stiffness", k.Shear, "N/m")
	c.NotNegative("bend stiffness", k.Bend, "N/m")
}

// Palette returns the cloth's palette for masses of the given (mean) size.
func (k ClothStiffness) Palette(ratio, mass float64) []model.Material {
	entry := func(name string, stiffness float64) model.Material {
		return model.Material{Name: name, Stiffness: stiffness, Damping: materials.RatioDamping(ratio, stiffness, mass, mass)}
	}
	return materials.Palette(entry("structural", k.Structural), entry("shear", k.Shear), entry("bend", k.Bend))
}
