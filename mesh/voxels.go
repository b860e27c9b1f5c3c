package mesh

import (
	"math/bits"

	"hooke/model"
)

// voxels says which points of a cubic lattice hold a mass: one bit a point.
// Rows lie along x and start at a word of their own, so that goroutines may
// write different rows.
type voxels struct {
	nx, ny, nz int
	pitch      float64
	origin     model.Vec3 // of point (0, 0, 0) [m]
	words      int        // of a row
	bits       []uint64
}

// newVoxels is an empty lattice that fills the box, in its middle.
func newVoxels(lo, hi model.Vec3, pitch float64) *voxels {
	v := &voxels{pitch: pitch}
	for axis, n := range [3]*int{&v.nx, &v.ny, &v.nz} {
		*n = 1 + int((hi[axis]-lo[axis])/pitch)
		v.origin[axis] = (lo[axis]+hi[axis])/2 - pitch*float64(*n-1)/2
	}
	v.words = (v.nx + 63) / 64
	v.bits = make([]uint64, v.words*v.ny*v.nz)
	return v
}

func (v *voxels) at(x, y, z int) model.Vec3 {
	return v.origin.Add(model.Vec3{float64(x), float64(y), float64(z)}.Mul(v.pitch))
}

func (v *voxels) row(y, z int) []uint64 {
	start := v.words * (y + v.ny*z)
	return v.bits[start : start+v.words]
}

func (v *voxels) set(x, y, z int) { v.row(y, z)[x/64] |= 1 << (x % 64) }

// masses is the number of points that hold a mass.
func (v *voxels) masses() int {
	count := 0
	for _, w := range v.bits {
		count += bits.OnesCount64(w)
	}
	return count
}

// eachMass calls visit for every mass in row order.
func (v *voxels) eachMass(visit func(x, y, z int)) {
	for z := range v.nz {
		for y := range v.ny {
			for i, word := range v.row(y, z) {
				for ; word != 0; word &= word - 1 {
					visit(64*i+bits.TrailingZeros64(word), y, z)
				}
			}
		}
	}
}

// eachSpring calls visit for every spring between masses that are there, in
// order of its lower-numbered end, with the index of its offset. Mass numbers
// are kept for two layers only, with a border of absent masses around them.
func (v *voxels) eachSpring(stencil []offset, visit func(a, b uint32, o int)) {
	const absent = ^uint32(0)
	width := v.nx + 2
	steps := make([]int, len(stencil)) // from a mass to the other end, within a layer
	for i, o := range stencil {
		steps[i] = o.dx + width*o.dy
	}
	layers := [2][]uint32{make([]uint32, width*(v.ny+2)), make([]uint32, width*(v.ny+2))}
	masses := uint32(0)
	number := func(z int) {
		layer := layers[z%2]
		for i := range layer {
			layer[i] = absent
		}
		if z >= v.nz {
			return
		}
		v.eachInLayer(z, func(x, y int) {
			layer[x+1+width*(y+1)] = masses
			masses++
		})
	}
	number(0)
	for z := range v.nz {
		number(z + 1)
		here, above := layers[z%2], layers[(z+1)%2]
		v.eachInLayer(z, func(x, y int) {
			place := x + 1 + width*(y+1)
			for i, o := range stencil {
				other := here
				if o.dz > 0 {
					other = above
				}
				if b := other[place+steps[i]]; b != absent {
					visit(here[place], b, i)
				}
			}
		})
	}
}

func (v *voxels) eachInLayer(z int, visit func(x, y int)) {
	for y := range v.ny {
		for i, word := range v.row(y, z) {
			for ; word != 0; word &= word - 1 {
				visit(64*i+bits.TrailingZeros64(word), y)
			}
		}
	}
}

// keepLargestPart removes every mass that no chain of springs joins to the
// largest part, and returns how many it removed. Of equal parts the first stays.
func (v *voxels) keepLargestPart(stencil []offset) int {
	sets := newDisjointSets(v.masses())
	v.eachSpring(stencil, func(a, b uint32, _ int) { sets.join(a, b) })
	size := make([]int32, len(sets))
	largest := uint32(0)
	for i := range sets {
		size[sets.root(uint32(i))]++
	}
	for i := range size {
		if size[i] > size[largest] {
			largest = uint32(i)
		}
	}
	if len(sets) == 0 || int(size[largest]) == len(sets) {
		return 0
	}
	mass := uint32(0)
	v.eachMass(func(x, y, z int) {
		if sets.root(mass) != largest {
			v.row(y, z)[x/64] &^= 1 << (x % 64)
		}
		mass++
	})
	return len(sets) - int(size[largest])
}

// build makes the model without a palette: every mass at its point, every
// spring at rest and of material 1.
func (f *filled) build(mass float64, stencil []offset) *model.Model {
	masses := f.masses()
	m := &model.Model{
		RestPosition: make([]model.Vec3, 0, masses),
		Mass:         make([]float64, masses),
		Ends:         make([]model.Ends, 0, f.springs),
		RestLength:   make([]float64, 0, f.springs),
		MaterialOf:   make([]uint16, f.springs),
	}
	f.eachMass(func(x, y, z int) { m.RestPosition = append(m.RestPosition, f.at(x, y, z)) })
	for i := range m.Mass {
		m.Mass[i] = mass
	}
	lengths := make([]float64, len(stencil))
	for i, o := range stencil {
		lengths[i] = o.length() * f.pitch
	}
	f.eachSpring(stencil, func(a, b uint32, o int) {
		m.Ends = append(m.Ends, model.Ends{a, b})
		m.RestLength = append(m.RestLength, lengths[o])
	})
	for i := range m.MaterialOf {
		m.MaterialOf[i] = 1
	}
	return m
}
