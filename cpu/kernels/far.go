package kernels

import (
	"math"

	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// box is a box along the axes.
type box[T table.Real] struct{ low, high [3]T }

// boxOf returns the box that holds the masses of a slice.
func boxOf[T table.Real](m Motion[T], slice int) (b box[T]) {
	for axis := range 3 {
		row := m.row(ArrayX+axis, slice)
		low, high := row[0], row[0]
		for _, x := range row[1:] {
			if x < low {
				low = x
			}
			if x > high {
				high = x
			}
		}
		b.low[axis], b.high[axis] = low, high
	}
	return b
}

// row is an array of the 16 masses of a slice.
func (m Motion[T]) row(which, slice int) *[table.Width]T {
	return (*[table.Width]T)(m.Arena[which*m.Stride+(slice+1)*table.Width:])
}

// extentOf is the box out of which a contact touches nothing.
func extentOf(shape model.Shape, inside bool) (b box[float64]) {
	low, high, bounded := physics.Extent(shape)
	if !bounded || inside {
		inf := math.Inf(1)
		return box[float64]{[3]float64{-inf, -inf, -inf}, [3]float64{inf, inf, inf}}
	}
	return box[float64]{low, high}
}

// far says whether a point cannot touch the contact. Then nothing pushes there, and the depth is not needed.
func (s *solid[T]) far(x [3]T) bool {
	return !s.plane && (float64(x[0]) < s.extent.low[0] || float64(x[0]) > s.extent.high[0] ||
		float64(x[1]) < s.extent.low[1] || float64(x[1]) > s.extent.high[1] ||
		float64(x[2]) < s.extent.low[2] || float64(x[2]) > s.extent.high[2])
}

// misses says whether no point of a box can touch the contact.
func (s *solid[T]) misses(b *box[T]) bool {
	if s.plane {
		height, size := 0.0, math.Abs(float64(s.offset)) // of the lowest corner, along the normal
		for axis, n := range s.normal {
			low, high := float64(n*b.low[axis]), float64(n*b.high[axis])
			height += min(low, high)
			size += max(math.Abs(low), math.Abs(high))
		}
		const roundings = 1e-6 // of the depth in float32, which is a sum of four numbers
		return height-float64(s.offset) > roundings*size
	}
	return apart(&s.extent, b)
}

// apart says whether two boxes have no point in common.
func apart[T table.Real](a *box[float64], b *box[T]) bool {
	for axis := range 3 {
		if float64(b.high[axis]) < a.low[axis] || float64(b.low[axis]) > a.high[axis] {
			return true
		}
	}
	return false
}

// findNear lists the solids that masses of a slice may touch.
func (c *IntegrateCall[T]) findNear(slice int) {
	c.near = c.near[:0]
	if len(c.solids) == 0 {
		return
	}
	b := boxOf(c.from.Position, slice)
	if c.boxes != nil {
		c.boxes[slice] = b
	}
	for k := range c.solids {
		if !c.solids[k].misses(&b) {
			c.near = append(c.near, int32(k))
		}
	}
}

// missAll says whether no mass of a slice can cross a contact on its way in a step that is at most so
// long: none of them moves, and all are far from where the slice was.
func (c *Catching[T]) missAll(slice int, way float64) bool {
	b := &c.boxes[slice]
	for k := range c.Extents {
		e := c.Extents[k]
		for axis := range 3 {
			e.low[axis], e.high[axis] = e.low[axis]-way, e.high[axis]+way
		}
		if !apart(&e, b) {
			return false
		}
	}
	return true
}

// miss says whether a way crosses none of the contacts.
func (c *Catching[T]) miss(from, to [3]T) bool {
	var b box[T]
	for axis := range 3 {
		b.low[axis], b.high[axis] = min(from[axis], to[axis]), max(from[axis], to[axis])
	}
	for k := range c.Extents {
		if !apart(&c.Extents[k], &b) {
			return false
		}
	}
	return true
}
