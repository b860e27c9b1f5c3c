package kernels

import (
	"slices"

	"hooke/cpu/table"
)

// MovedCall holds the arguments and the result of a kernel that measures motion. Assembly
// reads the first fields.
type MovedCall[T table.Real] struct {
	from, to             *T    // first lane in the arrays x
	fromStride, toStride int64 // from array to array [bytes]
	count                int64 // number of slices, at least 1
	shift                [4]T
	most                 [table.Width]T // result: squares of |to − from − shift|, the largest among them [m²]

	a, b  Motion[T]
	first int
}

// Set aims a call at count slices from first on.
func (c *MovedCall[T]) Set(from, to Motion[T], first, count int, shift [3]T) {
	c.a, c.b, c.first = from, to, first
	c.from, c.fromStride = from.lane(first*table.Width), from.strideBytes()
	c.to, c.toStride = to.lane(first*table.Width), to.strideBytes()
	c.count, c.most = int64(count), [table.Width]T{}
	c.shift = [4]T{shift[0], shift[1], shift[2]}
}

// Most is the largest square of the distance of a mass [m²].
func (c *MovedCall[T]) Most() T { return slices.Max(c.most[:]) }

// MovedGo measures how far masses are from where they were, apart from a shift of all.
func MovedGo[T table.Real](c *MovedCall[T]) {
	for lane := c.first * table.Width; lane < (c.first+int(c.count))*table.Width; lane++ {
		c.most[lane%table.Width] = max(c.most[lane%table.Width], MovedOf(c.a, c.b, lane, [3]T(c.shift[:3])))
	}
}

// MovedOf is the square of |to − from − shift| of a lane [m²].
func MovedOf[T table.Real](from, to Motion[T], lane int, shift [3]T) T {
	a, b := from.Get(ArrayX, lane), to.Get(ArrayX, lane)
	d := [3]T{b[0] - a[0] - shift[0], b[1] - a[1] - shift[1], b[2] - a[2] - shift[2]}
	return Dot(d, d)
}
