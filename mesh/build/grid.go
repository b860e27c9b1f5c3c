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

// Length is the offset's length in units of the spacing.
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

// count is the exact number of masses and springs, or an error when a size is
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
	// Each offset gives one spring for every place where both ends are inside.
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
// in the order of the stencil.
func (g grid) build(spacing, mass, bottom float64) (*model.Model, error) {
	masses, springs, err := g.count()
	if err != nil {
		return nil, err
	}
	if err := mesh.Fits(masses, springs); err != nil {
		return nil, err
	}
	m := &model.Model{
		RestPosition: make([]model.Vec3, masses),
		Mass:         make([]float64, masses),
		Ends:         make([]model.Ends, springs),
		RestLength:   make([]float64, springs),
		MaterialOf:   make([]uint16, springs),
	}
	origin := model.Vec3{-spacing * float64(g.nx-1) / 2, -spacing * float64(g.ny-1) / 2, bottom}
	model.InBlocks(int(masses), func(_, first, last int) {
		spring := int(g.springsBefore(first))
		for first < last {
			// The block is written row by row; it may begin and end in the middle of a row.
			row, x := first/g.nx, first%g.nx
			end := min(g.nx, x+last-first)
			y, z := row%g.ny, row/g.ny
			for i := x; i < end; i++ {
				at := row*g.nx + i
				m.RestPosition[at] = origin.Add(model.Vec3{spacing * float64(i), spacing * float64(y), spacing * float64(z)})
				m.Mass[at] = mass
			}
			spring = g.rowSprings(m, spring, x, end, y, z, spacing)
			first += end - x
		}
	})
	return m, nil
}

// springsBefore is the number of springs whose lower-numbered end is before a mass. For
// each offset it adds the springs of the layers below, of the rows before the mass's own,
// and of the masses before it in its row.
func (g grid) springsBefore(mass int) (springs int64) {
	x, y, z := mass%g.nx, mass/g.nx%g.ny, mass/g.nx/g.ny
	// starts returns how many of the numbers below n, out of count, have a number d ahead
	// of them that is also below count and not negative.
	starts := func(n, d, count int) int64 { return int64(max(0, min(n, count-d)-max(0, -d))) }
	for _, o := range g.stencil {
		row, layer := starts(g.nx, o.Dx, g.nx), starts(g.ny, o.Dy, g.ny)
		springs += starts(z, o.Dz, g.nz) * layer * row
		if z+o.Dz >= g.nz {
			continue
		}
		springs += starts(y, o.Dy, g.ny) * row
		if 0 <= y+o.Dy && y+o.Dy < g.ny {
			springs += starts(x, o.Dx, g.nx)
		}
	}
	return springs
}

// rowSprings writes the springs of masses from to end−1 of row (y, z), from
// number spring on, and returns the number that follows.
func (g grid) rowSprings(m *model.Model, spring, from, end, y, z int, spacing float64) int {
	// The loop over masses uses what is the same for the whole row: the offsets that stay
	// inside, the distance of their ends in the numbering, and the lengths of the springs.
	type link struct {
		dx, ahead int
		length    float64
		material  uint16
	}
	links := make([]link, 0, 16)
	for _, o := range g.stencil {
		if y+o.Dy < 0 || y+o.Dy >= g.ny || z+o.Dz >= g.nz {
			continue
		}
		ahead := o.Dx + g.nx*(o.Dy+g.ny*o.Dz)
		links = append(links, link{o.Dx, ahead, spacing * o.Length(), o.material})
	}
	first := g.nx * (y + g.ny*z)
	for x := from; x < end; x++ {
		for _, l := range links {
			if x+l.dx < 0 || x+l.dx >= g.nx {
				continue
			}
			m.Ends[spring] = model.Ends{uint32(first + x), uint32(first + x + l.ahead)}
			m.RestLength[spring] = l.length
			m.MaterialOf[spring] = l.material
			spring++
		}
	}
	return spring
}

// layer is the ascending list of the masses of layer z.
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
