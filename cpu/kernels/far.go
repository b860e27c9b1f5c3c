package kernels

import (
	"math"

	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// box is a box along the axes.
type box[T table.Real] struct{ low, high [3]T }

// everywhere returns the box that holds all points.
func everywhere[T table.Real]() (b box[T]) {
	for axis := range 3 {
		b.low[axis], b.high[axis] = T(math.Inf(-1)), T(math.Inf(1))
	}
	return b
}

// holdAlong shrinks the box along an axis to the masses of a slice. It compares the bits of
// numbers as integers in the same order, which takes no branches. NaN is beyond all numbers.
func (b *box[T]) holdAlong(axis int, m *Motion[T], slice int) {
	switch row := any(m.row(ArrayX+axis, slice)).(type) {
	case *[table.Width]float32:
		low, high := int32(math.MaxInt32), int32(math.MinInt32)
		for _, x := range row {
			key := int32(math.Float32bits(x))
			key ^= key >> 31 & math.MaxInt32
			low, high = min(low, key), max(high, key)
		}
		b.low[axis], b.high[axis] = T(math.Float32frombits(uint32(low^low>>31&math.MaxInt32))), T(math.Float32frombits(uint32(high^high>>31&math.MaxInt32)))
	case *[table.Width]float64:
		low, high := int64(math.MaxInt64), int64(math.MinInt64)
		for _, x := range row {
			key := int64(math.Float64bits(x))
			key ^= key >> 63 & math.MaxInt64
			low, high = min(low, key), max(high, key)
		}
		b.low[axis], b.high[axis] = T(math.Float64frombits(uint64(low^low>>63&math.MaxInt64))), T(math.Float64frombits(uint64(high^high>>63&math.MaxInt64)))
	}
}

// row returns an array of the 16 masses of a slice.
func (m *Motion[T]) row(which, slice int) *[table.Width]T {
	return (*[table.Width]T)(m.Arena[which*m.Stride+(slice+1)*table.Width:])
}

// extentOf returns the box out of which a contact touches nothing.
func extentOf(shape model.Shape, inside bool) (b box[float64]) {
	low, high, bounded := physics.Extent(shape)
	if !bounded || inside {
		inf := math.Inf(1)
		return box[float64]{[3]float64{-inf, -inf, -inf}, [3]float64{inf, inf, inf}}
	}
	return box[float64]{low, high}
}

// far reports whether a point cannot touch the contact. Then nothing pushes there, and the depth is not needed.
func (s *solid[T]) far(x [3]T) bool {
	return !s.plane && (float64(x[0]) < s.extent.low[0] || float64(x[0]) > s.extent.high[0] ||
		float64(x[1]) < s.extent.low[1] || float64(x[1]) > s.extent.high[1] ||
		float64(x[2]) < s.extent.low[2] || float64(x[2]) > s.extent.high[2])
}

// misses reports whether no point of a box can touch the contact.
func (s *solid[T]) misses(b *box[T]) bool {
	if s.plane {
		height, size := 0.0, math.Abs(float64(s.offset)) // of the lowest corner, along the normal
		for axis, n := range s.normal {
			if n == 0 {
				continue // the box may have no end there
			}
			low, high := float64(n*b.low[axis]), float64(n*b.high[axis])
			height += min(low, high)
			size += max(math.Abs(low), math.Abs(high))
		}
		const roundings = 1e-6 // of the depth in float32, which is a sum of four numbers
		return height-float64(s.offset) > roundings*size
	}
	return apart(&s.extent, b)
}

// tellsAlong reports whether it matters for misses how far a box goes along an axis.
func (s *solid[T]) tellsAlong(axis int) bool { return !s.plane || s.normal[axis] != 0 }

// apart reports whether two boxes have no point in common.
func apart[A, T table.Real](a *box[A], b *box[T]) bool {
	for axis := range 3 {
		if float64(b.high[axis]) < float64(a.low[axis]) || float64(b.low[axis]) > float64(a.high[axis]) {
			return true
		}
	}
	return false
}

// findNear lists the solids that masses of a slice may touch. It looks along one axis after the other, from
// the vertical one on, until it knows that all are far, or no axis tells more: most slices are above
// everything. The axis that told of the last slice that a solid was far comes before the other.
func (c *IntegrateCall[T]) findNear(slice int) {
	c.near = c.near[:0]
	if len(c.solids) == 0 {
		return
	}
	for k := range c.solids {
		c.near = append(c.near, int32(k))
	}
	b := everywhere[T]()
	for _, axis := range [3]int{2, 1 - c.second, c.second} {
		if !c.tellsMore(axis) {
			continue
		}
		b.holdAlong(axis, &c.from.Position, slice)
		left, all := c.near[:0], len(c.near)
		for _, k := range c.near {
			if s := &c.solids[k]; !s.tellsAlong(axis) || !s.misses(&b) {
				left = append(left, k)
			}
		}
		if c.near = left; len(left) < all && axis < 2 {
			c.second = 1 - axis
		}
	}
}

// tellsMore reports whether an axis may tell that one of the solids that may be near is far.
func (c *IntegrateCall[T]) tellsMore(axis int) bool {
	for _, k := range c.near {
		if c.solids[k].tellsAlong(axis) {
			return true
		}
	}
	return false
}

// missAll reports whether no mass of a slice can cross a contact on its way in a step that is at most so
// long: all contacts, and the ways on which they carry masses, are far from where the slice was.
func (c *Catching[T]) missAll(slice int, way float64) bool {
	var b box[T]
	for axis := range 3 {
		b.holdAlong(axis, &c.Before, slice)
	}
	for k := range c.Extents {
		e := &c.Extents[k]
		if wide := e.grown(max(way, carriesOf(e, &b))); !apart(&wide, &b) {
			return false
		}
	}
	return true
}

// grown returns the box with a margin on all sides [m].
func (b *box[T]) grown(by T) (out box[T]) {
	for axis := range 3 {
		out.low[axis], out.high[axis] = b.low[axis]-by, b.high[axis]+by
	}
	return out
}

// follow is where the contact is at the end of a step in which it moved from one shape to another. It carries
// points by a shift and a turn, so that four of them tell how far it carries any.
func (e *extent) follow(before, after model.Shape) {
	e.box = extentOf(after, false)
	low, high, _ := physics.Extent(before)
	e.middle = low.Add(high).Mul(0.5)
	shift := physics.Carried(before, after, e.middle).Sub(e.middle)
	square := 0.0
	for axis := range 3 {
		x := e.middle
		x[axis]++
		d := physics.Carried(before, after, x).Sub(x).Sub(shift)
		square += d.Dot(d)
	}
	const roundings = 1e-6
	e.shift = shift.Len()*(1+roundings) + 1e-12*(1+low.Len()+high.Len())
	e.turn = math.Sqrt(square)*(1+roundings) + 1e-12
}

// carriesOf bounds how far the contact carries the points of a box in the step [m].
func carriesOf[T table.Real](e *extent, b *box[T]) float64 {
	if e.shift == 0 && e.turn == 0 {
		return 0
	}
	square := 0.0
	for axis, at := range e.middle {
		d := max(math.Abs(float64(b.low[axis])-at), math.Abs(float64(b.high[axis])-at))
		square += d * d
	}
	return e.shift + e.turn*math.Sqrt(square)
}

// around returns the box along the axes around a path.
func around[T table.Real](from, to [3]T) (b box[T]) {
	for axis := range 3 {
		b.low[axis], b.high[axis] = from[axis], to[axis]
		if to[axis] < from[axis] {
			b.low[axis], b.high[axis] = to[axis], from[axis]
		}
	}
	return b
}

// marginOf bounds how far a mass is from the contact that crosses it in a step on a way of at most that length [m]. The
// contact carries a mass at a distance d along an axis no farther than shift + turn (r + √3 d), where its
// farthest corner is r from middle.
func (e *extent) marginOf(way float64) float64 {
	if e.shift == 0 && e.turn == 0 {
		return way
	}
	left := 1 - math.Sqrt(3)*e.turn
	if left < 0.1 {
		return math.Inf(1)
	}
	return max(way, carriesOf(e, &e.box)/left) * (1 + 1e-6)
}

// miss reports whether a path crosses none of the contacts.
func (c *Catching[T]) miss(from, to [3]T) bool {
	b := around(from, to)
	for k := range c.Extents {
		e := &c.Extents[k]
		if wide := e.grown(carriesOf(e, &b)); !apart(&wide, &b) {
			return false
		}
	}
	return true
}

// first is physics.FirstCrossing of a path, which passes over contacts that are far.
func (c *Catching[T]) first(from, to [3]T) (contact int, crossing physics.Crossing, entry model.Vec3) {
	if !c.Still {
		return physics.FirstCrossing(c.Began, c.Ended, Widen(from), Widen(to))
	}
	var room [16]int
	near, b := room[:0], around(from, to)
	for k := range c.Extents {
		if !apart(&c.Extents[k].box, &b) {
			near = append(near, c.Extents[k].contact)
		}
	}
	return physics.FirstCrossingNear(c.Ended, near, Widen(from), Widen(to))
}
