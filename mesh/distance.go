package mesh

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/model/grid"
)

// DistanceSpec says which grid to make.
type DistanceSpec struct {
	Cell float64 // distance of nodes [m]; 0: a 64th of the longest side of the surface
	Band float64 // the grid reaches so far beyond the surface [m]; 0: 3 cells
}

// These are the cells along the longest side, and those around the surface, when nothing else is given.
const (
	defaultCells = 64
	defaultBand  = 3
)

// measuring is a grid on its way to distances.
type measuring struct {
	surface   *Surface
	triangles [][3]uint32
	counts    [3]int
	origin    model.Vec3
	cell      float64
	square    []float64 // of the distance of each node from its nearest triangle so far [m²]
	nearest   []int32   // that triangle; −1: none yet
}

// DistancesOf returns the distances from a surface whose polygons face outward. Nodes near a triangle measure
// their distance from it; then sweeps in 8 directions hand the nearest triangle on from node to
// node. The sign is that of the winding number, so that small holes do not matter.
//
// Source: R. Bridson, SDFGen, 2013.
func DistancesOf(s *Surface, spec DistanceSpec) (*grid.Distances, error) {
	g, err := newMeasuring(s, spec)
	if err != nil {
		return nil, err
	}
	g.seed()
	for range 2 {
		for direction := range 8 {
			g.sweep(direction)
		}
	}
	value, inside := g.signed()
	if !inside {
		return nil, errors.New("nothing is inside of the surface at cells of that size: close its holes, or make cells smaller")
	}
	return grid.NewDistances(g.counts, g.origin, g.cell, value)
}

// newMeasuring lays out the grid.
func newMeasuring(s *Surface, spec DistanceSpec) (*measuring, error) {
	g := &measuring{surface: s, triangles: s.Triangles(), cell: spec.Cell}
	if len(g.triangles) == 0 {
		return nil, errors.New("the surface has no triangles")
	}
	low, high := s.Bounds()
	side := high.Sub(low)
	longest := max(side[0], side[1], side[2])
	if g.cell == 0 {
		g.cell = longest / defaultCells
	}
	band := spec.Band
	if band == 0 {
		band = defaultBand * g.cell
	}
	if volume := s.Volume(); !(volume > 0) {
		return nil, fmt.Errorf("the surface faces inward: it encloses %.3g m³; turn its polygons around, or close it", volume)
	}
	total := 1.0
	for axis := range 3 {
		count := math.Ceil((side[axis]+2*band)/g.cell) + 1
		if total *= count; !(total <= grid.MaxNodes) {
			return nil, fmt.Errorf("cells of %.3g m of a surface of %.3g × %.3g × %.3g m are more than the %d nodes that a field may have: make cells larger", g.cell, side[0], side[1], side[2], grid.MaxNodes)
		}
		g.counts[axis] = int(count)
		g.origin[axis] = low[axis] - (float64(g.counts[axis]-1)*g.cell-side[axis])/2
	}
	g.square, g.nearest = slices.Repeat([]float64{math.Inf(1)}, int(total)), slices.Repeat([]int32{-1}, int(total))
	return g, nil
}

// index returns the number of a node.
func (g *measuring) index(at [3]int) int { return at[0] + g.counts[0]*(at[1]+g.counts[1]*at[2]) }

// place returns the position of a node.
func (g *measuring) place(at [3]int) model.Vec3 {
	return g.origin.Add(model.Vec3{float64(at[0]), float64(at[1]), float64(at[2])}.Mul(g.cell))
}

// try measures the distance of a node from a triangle.
func (g *measuring) try(at [3]int, node int, triangle int32) {
	a, b, c := g.surface.Places(g.triangles[triangle])
	if square := DistanceSquared(g.place(at), [3]model.Vec3{a, b, c}); square < g.square[node] {
		g.square[node], g.nearest[node] = square, triangle
	}
}

// seed measures the nodes within a cell of the box around each triangle.
func (g *measuring) seed() {
	for k, t := range g.triangles {
		a, b, c := g.surface.Places(t)
		var first, last [3]int
		for axis := range 3 {
			low, high := min(a[axis], b[axis], c[axis]), max(a[axis], b[axis], c[axis])
			first[axis] = max(int((low-g.origin[axis])/g.cell)-1, 0)
			last[axis] = min(int((high-g.origin[axis])/g.cell)+2, g.counts[axis]-1)
		}
		for z := first[2]; z <= last[2]; z++ {
			for y := first[1]; y <= last[1]; y++ {
				for x := first[0]; x <= last[0]; x++ {
					at := [3]int{x, y, z}
					g.try(at, g.index(at), int32(k))
				}
			}
		}
	}
}

// sweep visits all nodes in one of 8 directions, and tries the triangles of the 7 neighbors behind each.
func (g *measuring) sweep(direction int) {
	var step, first [3]int
	for axis := range 3 {
		if step[axis] = 1; direction>>axis&1 == 1 {
			step[axis], first[axis] = -1, g.counts[axis]-1
		}
	}
	var count [3]int
	for count[2] = range g.counts[2] {
		for count[1] = range g.counts[1] {
			for count[0] = range g.counts[0] {
				var at [3]int
				for axis := range 3 {
					at[axis] = first[axis] + step[axis]*count[axis]
				}
				node := g.index(at)
				for behind := 1; behind < 8; behind++ {
					neighbor, there := at, true
					for axis := range 3 {
						if behind>>axis&1 == 1 {
							neighbor[axis] -= step[axis]
							there = there && count[axis] > 0
						}
					}
					if !there {
						continue
					}
					if triangle := g.nearest[g.index(neighbor)]; triangle >= 0 && triangle != g.nearest[node] {
						g.try(at, node, triangle)
					}
				}
			}
		}
	}
}

// signed returns the distances of all nodes, negative where the surface winds around them, and whether
// any is.
func (g *measuring) signed() (value []float64, inside bool) {
	winding := NewWinding(g.surface)
	value = make([]float64, len(g.square))
	found := make([]bool, model.BlockCount(len(value)))
	model.InBlocks(len(value), func(block, first, last int) {
		for node := first; node < last; node++ {
			value[node] = math.Sqrt(g.square[node])
			at := [3]int{node % g.counts[0], node / g.counts[0] % g.counts[1], node / g.counts[0] / g.counts[1]}
			if winding.At(g.place(at)) > 0.5 {
				value[node], found[block] = -value[node], true
			}
		}
	})
	return value, slices.Contains(found, true)
}
