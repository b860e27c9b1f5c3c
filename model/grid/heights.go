package grid

import (
	"fmt"
	"math"
)

// MaxSamples is the largest number of samples of a grid.
const MaxSamples = 1 << 24

// largest is the largest height [m]: its square is finite in single precision.
const largest = 1e18

// maxSteep is the largest 1 + |∇H|² of a ground: a slope of 10⁶.
const maxSteep = 1e12

// Heights is a ground over a rectangle in x and y: heights at the points of a grid, with two
// triangles in each cell. The diagonal of a cell leads from its corner with the lowest x and y
// to that with the highest. 8 bytes per sample.
type Heights struct {
	Recipe           Recipe
	columns, rows    int        // samples along x and y, at least 2 each
	size             [2]float64 // of the rectangle [m]
	height           []float64  // [m], row by row, of length columns · rows
	low, high, steep float64
}

// Recipe says where heights come from, for files that tell of them.
type Recipe struct {
	Make   string  // name of a generator; empty: File
	File   string  // path, as it was given
	Height float64 // [m], of the generator or of white; 0: the file has heights
	Seed   uint64
	Count  int // samples along each side, of a generator
}

// NewHeights returns the ground with the given numbers of samples along x and y over a rectangle
// of some size [m]. height has them row by row, from low to high y; it belongs to the ground
// from then on.
func NewHeights(columns, rows int, size [2]float64, height []float64) (*Heights, error) {
	switch {
	case columns < 2 || rows < 2:
		return nil, fmt.Errorf("the ground has %d × %d samples; give 2 or more along each side", columns, rows)
	case len(height) > MaxSamples || len(height) != columns*rows:
		return nil, fmt.Errorf("the ground has %d × %d samples and %d heights; give one for each, at most %d", columns, rows, len(height), MaxSamples)
	case !(size[0] > 0 && size[1] > 0) || math.IsInf(size[0]+size[1], 1):
		return nil, fmt.Errorf("the size of the ground is %g × %g m; both must be positive", size[0], size[1])
	}
	h := &Heights{columns: columns, rows: rows, size: size, height: height, low: math.Inf(1), high: math.Inf(-1), steep: 1}
	for k, z := range height {
		if !(math.Abs(z) <= largest) {
			return nil, fmt.Errorf("the height in row %d, column %d is %g; every height must be a finite number of at most %g", k/columns, k%columns, z, largest)
		}
		h.low, h.high = min(h.low, z), max(h.high, z)
	}
	for j := range rows - 1 {
		for i := range columns - 1 {
			for _, upper := range [2]bool{false, true} {
				x, y := h.slope(i, j, upper)
				h.steep = max(h.steep, 1+x*x+y*y)
			}
		}
	}
	if !(h.steep <= maxSteep) {
		return nil, fmt.Errorf("the ground rises from %g to %g m within %g × %g m, which is too steep: slopes are at most 10⁶", h.low, h.high, size[0], size[1])
	}
	return h, nil
}

// Counts returns the numbers of samples along x and y.
func (h *Heights) Counts() (columns, rows int) { return h.columns, h.rows }

// Size returns the size of the rectangle [m].
func (h *Heights) Size() [2]float64 { return h.size }

// Range returns the lowest and the highest height [m].
func (h *Heights) Range() (low, high float64) { return h.low, h.high }

// Steepest returns 1 + |∇H|² of the steepest triangle, which is 1/n_z² of its normal.
func (h *Heights) Steepest() float64 { return h.steep }

// Height returns the height of a sample [m].
func (h *Heights) Height(column, row int) float64 { return h.height[row*h.columns+column] }

// Spacing returns the distance of samples along x and y [m].
func (h *Heights) Spacing() [2]float64 {
	return [2]float64{h.size[0] / float64(h.columns-1), h.size[1] / float64(h.rows-1)}
}

// slope returns the gradient of a triangle of a cell: the upper one is on the side of high y of the
// diagonal.
func (h *Heights) slope(i, j int, upper bool) (dx, dy float64) {
	low, right, left, high := h.Height(i, j), h.Height(i+1, j), h.Height(i, j+1), h.Height(i+1, j+1)
	d := h.Spacing()
	if upper {
		return (high - left) / d[0], (left - low) / d[1]
	}
	return (right - low) / d[0], (high - right) / d[1]
}

// At returns the height at a point of the rectangle, whose corner with the lowest x and y is the
// origin [m], with its gradient. Beyond an edge the ground continues level across that edge.
func (h *Heights) At(x, y float64) (z, dx, dy float64) {
	d := h.Spacing()
	i, u, outX := place(x/d[0], h.columns)
	j, v, outY := place(y/d[1], h.rows)
	dx, dy = h.slope(i, j, v > u)
	z = h.Height(i, j) + dx*u*d[0] + dy*v*d[1]
	if outX {
		dx = 0
	}
	if outY {
		dy = 0
	}
	return z, dx, dy
}

// place returns the cell of a coordinate in units of cells, the part of the cell before it, and
// whether it is beyond the edge, to which it is then moved.
func place(at float64, samples int) (cell int, part float64, beyond bool) {
	last := float64(samples - 1)
	switch {
	case !(at >= 0):
		return 0, 0, true
	case at > last:
		return samples - 2, 1, true
	}
	cell = min(int(at), samples-2)
	return cell, at - float64(cell), false
}

// Crossing returns where a straight path first goes under the ground, as a part of the path, with the
// gradient of the ground there; false where it stays above by all but a margin [m], or does not
// begin above. The path leads from one point to another, with heights over the same origin.
//
// Between the lines of the grid and the diagonals the height of the path above the ground changes
// linearly, so it is enough to look where the path crosses them.
func (h *Heights) Crossing(from, to [3]float64, margin float64) (at, dx, dy float64, under bool) {
	if min(from[2], to[2]) > h.high {
		return 0, 0, 0, false
	}
	d := h.Spacing()
	u, v := [2]float64{from[0] / d[0], to[0] / d[0]}, [2]float64{from[1] / d[1], to[1] / d[1]}
	families := [3]lines{
		linesOf(u[0], u[1], 0, h.columns-1), linesOf(v[0], v[1], 0, h.rows-1), linesOf(u[0]-v[0], u[1]-v[1], -(h.rows - 1), h.columns-1)}
	below := func(t float64) float64 {
		z, _, _ := h.At(from[0]+t*(to[0]-from[0]), from[1]+t*(to[1]-from[1]))
		return z - (from[2] + t*(to[2]-from[2]))
	}
	before, was := 0.0, below(0)
	if was > margin {
		return 0, 0, 0, false
	}
	for before < 1 {
		next := 1.0
		for k := range families {
			next = min(next, families[k].next)
		}
		is := below(next)
		if was <= margin && is > margin {
			at = before
			if was < 0 {
				at += (next - before) * was / (was - is)
			}
			middle := (before + next) / 2
			_, dx, dy = h.At(from[0]+middle*(to[0]-from[0]), from[1]+middle*(to[1]-from[1]))
			return at, dx, dy, true
		}
		before, was = next, is
		for k := range families {
			families[k].pass(next)
		}
	}
	return 0, 0, 0, false
}

// lines are the parallel lines f = first, first ± 1, ... that a path crosses at which f changes
// linearly.
type lines struct {
	next            float64 // the part of the path before the next line; +Inf: it crosses no other
	from, way       float64
	line, step, end int
}

// linesOf returns the lines between low and high that a path crosses on which f goes from one number
// to another.
func linesOf(from, to float64, low, high int) lines {
	l := lines{from: from, way: to - from, step: 1, end: high, next: math.Inf(1)}
	start := math.Max(math.Floor(from)+1, float64(low))
	if l.way < 0 {
		l.step, l.end, start = -1, low, math.Min(math.Ceil(from)-1, float64(high))
	}
	if l.way == 0 || math.IsNaN(start) || start > float64(high) || start < float64(low) {
		return l
	}
	l.line = int(start)
	l.place()
	return l
}

// place finds the point at which the path crosses the line.
func (l *lines) place() {
	l.next = math.Inf(1)
	if (l.end-l.line)*l.step >= 0 {
		l.next = (float64(l.line) - l.from) / l.way
	}
}

// pass moves to the first line behind a part of the path.
func (l *lines) pass(t float64) {
	for l.next <= t {
		l.line += l.step
		l.place()
	}
}
