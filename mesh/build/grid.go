package build

import (
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/model"
)

// Offset is one spring of a stencil: the way from a mass to the other end,
// counted in masses along x, y and z, and the spring's material.
type Offset struct {
	Dx, Dy, Dz int
	material   uint16
}

// Length returns the offset's length in units of the spacing.
func (o Offset) Length() float64 {
	return math.Sqrt(float64(o.Dx*o.Dx + o.Dy*o.Dy + o.Dz*o.Dz))
}

// LatticeStencil lists the springs per mass of a lattice: 3 (edges), 9 (with
// the diagonals of the faces) or 13 (with the diagonals of the body). Every
// offset leads to a higher-numbered mass in row order, nearest number first.
func LatticeStencil(perMass int) ([]Offset, error) {
	longest := map[int]int{3: 1, 9: 2, 13: 3}[perMass] // largest squared length
	if longest == 0 {
		return nil, fmt.Errorf("mesh: %d springs per mass; choose 3 (edges), 9 (with face diagonals) "+
			"or 13 (with body diagonals)", perMass)
	}
	var stencil []Offset
	for dz := 0; dz <= 1; dz++ {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				forward := dz > 0 || dy > 0 || (dy == 0 && dx > 0)
				if forward && dx*dx+dy*dy+dz*dz <= longest {
					stencil = append(stencil, Offset{dx, dy, dz, 1})
				}
			}
		}
	}
	return stencil, nil
}

// grid is a block of masses in row order (x fastest) that repeats one stencil
// at every mass: lattices, cloth and ropes are all grids.
type grid struct {
	nx, ny, nz int
	stencil    []Offset
}

// count returns the exact number of masses and springs, or an error when a size is
// below 1 or the product is more than a model can hold.
func (g grid) count() (masses, springs int64, err error) {
	masses = 1
	for axis, n := range [3]int{g.nx, g.ny, g.nz} {
		if n < 1 {
			return 0, 0, fmt.Errorf("mesh: size %d × %d × %d: %d masses along %c; each size must be at least 1",
				g.nx, g.ny, g.nz, n, "xyz"[axis])
		}
		if int64(n) > model.MaxCount/masses {
			return 0, 0, fmt.Errorf("mesh: size %d × %d × %d is too large: a model holds at most %d masses",
				g.nx, g.ny, g.nz, model.MaxCount)
		}
		masses *= int64(n)
	}
	// Each offset gives one spring for every point where both ends are inside.
	for _, o := range g.stencil {
		x, y, z := max(0, g.nx-abs(o.Dx)), max(0, g.ny-abs(o.Dy)), max(0, g.nz-abs(o.Dz))
		springs += int64(x) * int64(y) * int64(z)
	}
	if springs > model.MaxCount {
		return 0, 0, fmt.Errorf("mesh: size %d × %d × %d is too large: %d springs; a model holds at most %d",
			g.nx, g.ny, g.nz, springs, model.MaxCount)
	}
	return masses, springs, nil
}

// build makes the model without a palette: masses are centered in x and y, the lowest
// layer lies at z = bottom, and springs are at rest. The springs of a mass lie together
// in the order of the stencil. If kept is true, a model by a pattern stays one.
func (g grid) build(spacing, mass, bottom float64, kept bool) (*model.Model, error) {
	masses, springs, err := g.count()
	if err != nil {
		return nil, err
	}
	p := &model.Pattern{
		Size:    [3]int{g.nx, g.ny, g.nz},
		Corner:  model.Vec3{-spacing * float64(g.nx-1) / 2, -spacing * float64(g.ny-1) / 2, bottom},
		Spacing: spacing, Mass: mass,
	}
	for _, o := range g.stencil {
		p.Stencil = append(p.Stencil, model.Offset{Dx: o.Dx, Dy: o.Dy, Dz: o.Dz, RestLength: spacing * o.Length(), Material: o.material})
	}
	m := &model.Model{Pattern: p}
	if kept {
		return m, nil
	}
	if err := mesh.Fits(masses, springs); err != nil {
		return nil, err
	}
	m.InArrays()
	return m, nil
}

// layer returns the ascending list of the masses of layer z.
func (g grid) layer(z int) []uint32 {
	size := g.nx * g.ny
	masses := make([]uint32, size)
	for i := range masses {
		masses[i] = uint32(z*size + i)
	}
	return masses
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
