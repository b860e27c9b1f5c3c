package grid

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// MaxNodes is the largest number of nodes of a grid of distances.
const MaxNodes = 1 << 22

// Distances are signed distances from a surface at the nodes of a grid in space, negative inside, with
// their gradient. Between nodes both are trilinear, so that they do not jump from cell to cell. 20
// bytes per node.
type Distances struct {
	File   string     // of the surface, as it was given, for files that tell of it
	Turn   mgl64.Vec3 // of the surface in the file, in degrees about x, y and z
	Scale  float64    // of the surface in the file; 0: 1
	counts [3]int     // nodes along each axis, at least 2
	origin mgl64.Vec3 // the node of the lowest coordinates [m]
	cell   float64    // [m]

	value    []float64    // [m], x fastest
	gradient [][3]float32 // of value
}

// NewDistances returns the distances with these values at nodes, x fastest, which belong to it from
// then on.
func NewDistances(counts [3]int, origin mgl64.Vec3, cell float64, value []float64) (*Distances, error) {
	total := 1
	for _, n := range counts {
		if n < 2 || n > MaxNodes/total {
			return nil, fmt.Errorf("the field has %v nodes; give 2 or more along each axis and at most %d in all: larger cells", counts, MaxNodes)
		}
		total *= n
	}
	if !(cell > 0) || math.IsInf(cell, 1) || len(value) != total {
		return nil, fmt.Errorf("the field has cells of %g m and %d distances for %d nodes", cell, len(value), total)
	}
	d := &Distances{counts: counts, origin: origin, cell: cell, value: value, gradient: make([][3]float32, total)}
	for k, x := range value {
		if !(math.Abs(x) <= largest) {
			return nil, fmt.Errorf("the distance at node %d is %g; every distance must be a finite number", k, x)
		}
		at := [3]int{k % counts[0], k / counts[0] % counts[1], k / counts[0] / counts[1]}
		step := 1
		for axis, n := range counts {
			low, high := max(at[axis]-1, 0), min(at[axis]+1, n-1)
			d.gradient[k][axis] = float32((value[k+(high-at[axis])*step] - value[k-(at[axis]-low)*step]) / (float64(high-low) * cell))
			step *= n
		}
	}
	return d, nil
}

// Counts returns the numbers of nodes along each axis.
func (d *Distances) Counts() [3]int { return d.counts }

// Cell returns the distance of nodes [m].
func (d *Distances) Cell() float64 { return d.cell }

// Value returns the distance at a node [m].
func (d *Distances) Value(i, j, k int) float64 {
	return d.value[i+d.counts[0]*(j+d.counts[1]*k)]
}

// Box returns the corners of the grid [m].
func (d *Distances) Box() (low, high mgl64.Vec3) {
	high = d.origin
	for axis, n := range d.counts {
		high[axis] += float64(n-1) * d.cell
	}
	return d.origin, high
}

// flat is the size of a gradient below which there is no direction.
const flat = 1e-6

// At returns the distance at a point [m] and the unit vector along its gradient: the distance from the
// grid outside of it, and 0 where the gradient has no direction.
func (d *Distances) At(x mgl64.Vec3) (distance float64, normal mgl64.Vec3) {
	var node [3]int
	var part [3]float64
	away := 0.0
	for axis := range 3 {
		at := (x[axis] - d.origin[axis]) / d.cell
		last := float64(d.counts[axis] - 1)
		if out := max(-at, at-last, 0); !(out == 0) {
			away += out * out
			continue
		}
		node[axis] = min(int(at), d.counts[axis]-2)
		part[axis] = at - float64(node[axis])
	}
	if !(away == 0) {
		return d.cell * math.Sqrt(away), mgl64.Vec3{0, 0, 1}
	}
	first := node[0] + d.counts[0]*(node[1]+d.counts[1]*node[2])
	var gradient mgl64.Vec3
	for corner := range 8 {
		weight, k, step := 1.0, first, 1
		for axis := range 3 {
			if corner>>axis&1 == 1 {
				weight *= part[axis]
				k += step
			} else {
				weight *= 1 - part[axis]
			}
			step *= d.counts[axis]
		}
		distance += weight * d.value[k]
		for axis, slope := range d.gradient[k] {
			gradient[axis] += weight * float64(slope)
		}
	}
	size := gradient.Len()
	if size < flat {
		return 0, mgl64.Vec3{0, 0, 1}
	}
	return distance, gradient.Mul(1 / size)
}
