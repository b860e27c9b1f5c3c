package draw

import "hooke/model"

// shellGrid numbers the masses of a shell: those in the outermost layers of a pattern, as many on
// each side as springs reach, and one more. Rows that are in these layers have all their
// masses, the others those at their ends.
type shellGrid struct {
	*model.Pattern
	depth [3]int // layers on each side
	first []int  // number in the shell of the first mass of each row; one entry more than rows
}

func newShellGrid(p *model.Pattern) *shellGrid {
	g := &shellGrid{Pattern: p, depth: p.Reach()}
	for axis := range g.depth {
		g.depth[axis]++
	}
	g.first = make([]int, p.Size[1]*p.Size[2]+1)
	for row := range len(g.first) - 1 {
		g.first[row+1] = g.first[row] + g.inRow(row)
	}
	return g
}

// near reports whether a place along an axis is in one of the given number of layers on either side.
func near(at, size, layers int) bool { return at < layers || at >= size-layers }

// whole reports whether all masses of a row are in the shell.
func (g *shellGrid) whole(row int) bool {
	return 2*g.depth[0] >= g.Size[0] || near(row%g.Size[1], g.Size[1], g.depth[1]) || near(row/g.Size[1], g.Size[2], g.depth[2])
}

// inRow is how many masses of a row are in the shell.
func (g *shellGrid) inRow(row int) int {
	if g.whole(row) {
		return g.Size[0]
	}
	return 2 * g.depth[0]
}

// number is the number in the shell of the mass at x in a row, which is in the shell.
func (g *shellGrid) number(row, x int) int {
	if x >= g.depth[0] && !g.whole(row) {
		x -= g.Size[0] - 2*g.depth[0]
	}
	return g.first[row] + x
}

// onFace reports whether the mass at x in a row is on a face of the grid.
func (g *shellGrid) onFace(row, x int) bool {
	return near(x, g.Size[0], 1) || near(row%g.Size[1], g.Size[1], 1) || near(row/g.Size[1], g.Size[2], 1)
}

func (g *shellGrid) masses() int { return g.first[len(g.first)-1] }

// springs returns how many springs there are at masses on faces: all but those of the grid
// without its faces.
func (g *shellGrid) springs() int {
	inner := *g.Pattern
	for axis := range inner.Size {
		inner.Size[axis] = max(0, inner.Size[axis]-2)
	}
	return g.SpringCount() - inner.SpringCount()
}

// each calls visit for the masses of the shell in their order.
func (g *shellGrid) each(visit func(row, x int)) {
	for row := range len(g.first) - 1 {
		for x := 0; x < g.Size[0]; x++ {
			if x == g.depth[0] && !g.whole(row) {
				x = g.Size[0] - g.depth[0]
			}
			visit(row, x)
		}
	}
}

// list has the number in the whole of each mass, and whether it is on no face.
func (g *shellGrid) list() (masses []uint32, inside []bool) {
	masses, inside = make([]uint32, 0, g.masses()), make([]bool, 0, g.masses())
	g.each(func(row, x int) {
		masses, inside = append(masses, uint32(row*g.Size[0]+x)), append(inside, !g.onFace(row, x))
	})
	return masses, inside
}

// join gives a model of these masses the springs at masses on faces, in the order of the whole.
func (g *shellGrid) join(m *model.Model) {
	count := g.springs()
	m.Ends, m.RestLength, m.MaterialOf = make([]model.Ends, 0, count), make([]float64, 0, count), make([]uint16, 0, count)
	g.each(func(row, x int) {
		y, z := row%g.Size[1], row/g.Size[1]
		face := g.onFace(row, x)
		for i := range g.Stencil {
			o := &g.Stencil[i]
			if !g.Inside(o, x, y, z) {
				continue
			}
			other := row + o.Dy + g.Size[1]*o.Dz
			if !face && !g.onFace(other, x+o.Dx) {
				continue
			}
			m.Ends = append(m.Ends, model.Ends{uint32(g.number(row, x)), uint32(g.number(other, x+o.Dx))})
			m.RestLength, m.MaterialOf = append(m.RestLength, o.RestLength), append(m.MaterialOf, o.Material)
		}
	})
}
