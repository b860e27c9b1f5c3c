package fill

import (
	"fmt"
	"math"
	"math/rand/v2"

	"hooke/machine/memory"
	"hooke/mesh"
	"hooke/model"
)

// trussCells are cubic cells of side r/√3, each of which can hold one mass:
// a mass keeps others r away. 4 bytes a cell, and an eighth.
type trussCells struct {
	*voxels  // the cells whose middles are inside
	winding  *mesh.Winding
	distance float64  // r [m]
	point    []uint32 // the mass of each cell plus 1; 0: none
	places   []model.Vec3
	cells    []uint32 // of each mass
}

// Masses and springs of a truss in a cube of the least distance, inside.
const (
	trussPoints  = 0.7
	trussSprings = 5.2
)

// Limits of a truss.
const (
	mostTrussCells = 1 << 28
	trussTries     = 16 // positions tried in every cell; more tries would add few masses
	bytesOfCell    = 8  // while masses are scattered
	trussNear      = 6  // near the surface, where a position takes a winding number
)

// truss makes the model for one distance, without masses (Model.Mass) and materials,
// which Truss adds. It returns how many masses were left out (dropped).
func (f *filler) truss(distance float64, seed uint64) (m *model.Model, dropped int, err error) {
	side := distance / math.Sqrt(3)
	lo, hi := f.surface.Bounds()
	if err := f.checkPitch(side, lo, hi); err != nil {
		return nil, 0, err
	}
	points := f.estimate.volume / (distance * distance * distance)
	if err := mesh.Fits(int64(trussPoints*points), int64(trussSprings*points)); err != nil {
		return nil, 0, fmt.Errorf("mesh: truss in %s: %w", f.surface.Name, err)
	}
	t := &trussCells{voxels: newVoxels(lo, hi, side), winding: f.winding, distance: distance}
	if cells := float64(t.nx) * float64(t.ny) * float64(t.nz); cells > mostTrussCells {
		return nil, 0, fmt.Errorf("mesh: truss in %s: a pitch of %.4g m means %.3g cells to look at; at most %d are possible: choose a larger one or fewer springs",
			f.surface.Name, distance, cells, mostTrussCells)
	}
	if err := memory.Ask(bytesOfCell*int64(t.nx)*int64(t.ny)*int64(t.nz), "%d cells of a truss", t.nx*t.ny*t.nz); err != nil {
		return nil, 0, fmt.Errorf("mesh: truss in %s: %w", f.surface.Name, err)
	}
	if err := t.classify(f.surface, f.winding); err != nil {
		return nil, 0, err
	}
	t.scatter(rand.New(rand.NewPCG(seed, 0x5de7a0c3f1b29e64)))
	m, dropped = t.join()
	if m.SpringCount() > model.MaxCount {
		return nil, 0, fmt.Errorf("mesh: truss in %s: %d springs; a model holds at most %d: choose a larger distance", f.surface.Name, m.SpringCount(), model.MaxCount)
	}
	return m, dropped, nil
}

// holds reports whether the middle of a cell, which may be outside the box, is inside.
func (t *trussCells) holds(x, y, z int) bool {
	return x >= 0 && y >= 0 && z >= 0 && x < t.nx && y < t.ny && z < t.nz && t.row(y, z)[x/64]>>(x%64)&1 != 0
}

// around counts which of a cell and its 26 neighbors have their middles inside.
func (t *trussCells) around(x, y, z int) (inside int) {
	for n := range 27 {
		if t.holds(x+n%3-1, y+n/3%3-1, z+n/9-1) {
			inside++
		}
	}
	return inside
}

// cell returns the cell that contains a position.
func (t *trussCells) cell(p model.Vec3) (x, y, z int) {
	d := p.Sub(t.origin).Mul(1 / t.pitch)
	return int(math.Round(d[0])), int(math.Round(d[1])), int(math.Round(d[2]))
}

// inside reports whether a position is inside: by its cell where all cells around agree,
// else by its winding number.
func (t *trussCells) inside(p model.Vec3) bool {
	switch t.around(t.cell(p)) {
	case 0:
		return false
	case 27:
		return true
	}
	return math.Abs(t.winding.At(p)) > 0.5
}

// scatter tries a random position in every cell that may hold a mass, in random order, again
// and again, and numbers the masses by rows of cells.
func (t *trussCells) scatter(random *rand.Rand) {
	t.point = make([]uint32, t.nx*t.ny*t.nz)
	var open []uint32 // cells without a mass
	for i := range t.point {
		if t.around(i%t.nx, i/t.nx%t.ny, i/t.nx/t.ny) > 0 {
			open = append(open, uint32(i))
		}
	}
	random.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
	for try := range trussTries {
		left := open[:0]
		for _, cell := range open {
			i := int(cell)
			x, y, z := i%t.nx, i/t.nx%t.ny, i/t.nx/t.ny
			if t.covered(x, y, z) || try >= trussNear && t.around(x, y, z) < 27 {
				continue
			}
			p := t.at(x, y, z).Add(model.Vec3{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}.Mul(t.pitch))
			if !t.free(p, x, y, z) || !t.inside(p) {
				left = append(left, cell)
				continue
			}
			t.places = append(t.places, p)
			t.point[i] = uint32(len(t.places))
		}
		open = left
	}
	ordered := make([]model.Vec3, 0, len(t.places))
	for i, n := range t.point {
		if n > 0 {
			ordered = append(ordered, t.places[n-1])
			t.cells = append(t.cells, uint32(i))
			t.point[i] = uint32(len(ordered))
		}
	}
	t.places = ordered
}

// covered reports whether a mass is within r/2 of a cell's middle, so near that the cell has
// no space for another one.
func (t *trussCells) covered(x, y, z int) bool {
	middle, covered := t.at(x, y, z), false
	t.near(x, y, z, 1, func(mass uint32) bool {
		d := t.places[mass].Sub(middle)
		covered = d.Dot(d) < t.distance*t.distance/4
		return !covered
	})
	return covered
}

// free reports whether no mass is nearer to a position in a cell than the distance.
func (t *trussCells) free(p model.Vec3, x, y, z int) bool {
	free := true
	t.near(x, y, z, 2, func(mass uint32) bool {
		d := t.places[mass].Sub(p)
		free = d.Dot(d) >= t.distance*t.distance
		return free
	})
	return free
}

// near calls visit for the masses of all cells up to reach away along each axis, in the
// order of cells, until it returns false.
func (t *trussCells) near(x, y, z, reach int, visit func(mass uint32) bool) {
	for cz := max(0, z-reach); cz <= min(t.nz-1, z+reach); cz++ {
		for cy := max(0, y-reach); cy <= min(t.ny-1, y+reach); cy++ {
			row := t.nx * (cy + t.ny*cz)
			for _, n := range t.point[row+max(0, x-reach) : row+min(t.nx-1, x+reach)+1] {
				if n > 0 && !visit(n-1) {
					return
				}
			}
		}
	}
}

// join makes springs between masses within reach of each other whose middle is inside,
// and leaves out masses that do not belong to the largest part or hang loose.
func (t *trussCells) join() (m *model.Model, dropped int) {
	reach := trussReach * t.distance
	cells := int(math.Ceil(reach / t.pitch))
	var ends []model.Ends
	for a, cell := range t.cells {
		i := int(cell)
		t.near(i%t.nx, i/t.nx%t.ny, i/t.nx/t.ny, cells, func(b uint32) bool {
			if int(b) <= a {
				return true
			}
			d := t.places[b].Sub(t.places[a])
			if d.Dot(d) <= reach*reach && t.inside(t.places[a].Add(t.places[b]).Mul(0.5)) {
				ends = append(ends, model.Ends{uint32(a), b})
			}
			return true
		})
	}
	keep := firmPart(len(t.places), ends)
	number := make([]uint32, len(t.places))
	m = &model.Model{}
	for a, p := range t.places {
		number[a] = uint32(len(m.RestPosition))
		if keep[a] {
			m.RestPosition = append(m.RestPosition, p)
		}
	}
	for _, e := range ends {
		if keep[e[0]] && keep[e[1]] {
			m.Ends = append(m.Ends, model.Ends{number[e[0]], number[e[1]]})
			m.RestLength = append(m.RestLength, t.places[e[0]].Sub(t.places[e[1]]).Len())
			m.MaterialOf = append(m.MaterialOf, 1)
		}
	}
	return m, len(t.places) - len(m.RestPosition)
}

// firmPart says which masses belong to the largest part of those that have at least
// three springs to each other.
func firmPart(masses int, ends []model.Ends) []bool {
	const firm = 3 // fewer do not hold a mass in space
	keep := make([]bool, masses)
	for i := range keep {
		keep[i] = true
	}
	for again := true; again; {
		again = false
		degree := make([]int32, masses)
		for _, e := range ends {
			if keep[e[0]] && keep[e[1]] {
				degree[e[0]]++
				degree[e[1]]++
			}
		}
		for i, d := range degree {
			if keep[i] && d < firm {
				keep[i], again = false, true
			}
		}
	}
	sets := mesh.NewDisjointSets(masses)
	for _, e := range ends {
		if keep[e[0]] && keep[e[1]] {
			sets.Join(e[0], e[1])
		}
	}
	size, largest := make([]int32, masses), uint32(0)
	for i := range keep {
		if keep[i] {
			size[sets.Root(uint32(i))]++
		}
	}
	for i := range size {
		if size[i] > size[largest] {
			largest = uint32(i)
		}
	}
	for i := range keep {
		keep[i] = keep[i] && sets.Root(uint32(i)) == largest
	}
	return keep
}
