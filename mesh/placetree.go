package mesh

import (
	"math"

	"hooke/model"
)

// PlaceTree finds the nearest of many points. It is a k-d tree without pointers: the middle
// entry of a range divides the range along the axis of its depth. It takes 4 bytes per point.
type PlaceTree struct {
	places []model.Vec3
	order  []uint32
}

// NewPlaceTree builds the tree of positions, without copying them, in O(n log n) time.
func NewPlaceTree(places []model.Vec3) *PlaceTree {
	t := &PlaceTree{places: places, order: make([]uint32, len(places))}
	for i := range t.order {
		t.order[i] = uint32(i)
	}
	t.sort(t.order, 0)
	return t
}

func (t *PlaceTree) sort(part []uint32, axis int) {
	for len(part) > 1 {
		middle := len(part) / 2
		selectNth(part, middle, func(i uint32) float64 { return t.places[i][axis] })
		axis = (axis + 1) % 3
		t.sort(part[:middle], axis)
		part = part[middle+1:]
	}
}

// selectNth orders part so that its entry n is where sorting would put it, with no
// larger one before it and no smaller one after it: quickselect, O(n) on average.
func selectNth(part []uint32, n int, key func(uint32) float64) {
	low, high := 0, len(part)-1
	for low < high {
		// Median of three, so that sorted input is the best case.
		a, b, c := key(part[low]), key(part[(low+high)/2]), key(part[high])
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := low, high
		for i <= j {
			for key(part[i]) < pivot {
				i++
			}
			for key(part[j]) > pivot {
				j--
			}
			if i <= j {
				part[i], part[j] = part[j], part[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			high = j
		case n >= i:
			low = i
		default:
			return
		}
	}
}

// Nearest returns the number of the point nearest to x, the lowest of equals. The tree must
// not be empty.
func (t *PlaceTree) Nearest(x model.Vec3) uint32 {
	best, squared := uint32(math.MaxUint32), math.Inf(1)
	t.visit(t.order, 0, x, &squared, &best)
	if best == math.MaxUint32 {
		return t.order[0] // x is not finite
	}
	return best
}

func (t *PlaceTree) visit(part []uint32, axis int, x model.Vec3, squared *float64, best *uint32) {
	if len(part) == 0 {
		return
	}
	middle := len(part) / 2
	i := part[middle]
	d := t.places[i].Sub(x)
	if s := d.Dot(d); s < *squared || s == *squared && i < *best {
		*squared, *best = s, i
	}
	near, far := part[:middle], part[middle+1:]
	side := x[axis] - t.places[i][axis]
	if side > 0 {
		near, far = far, near
	}
	t.visit(near, (axis+1)%3, x, squared, best)
	if side*side <= *squared {
		t.visit(far, (axis+1)%3, x, squared, best)
	}
}

// Within returns the numbers of the points within a distance of x, in no order.
func (t *PlaceTree) Within(x model.Vec3, distance float64) (found []uint32) {
	t.eachWithin(x, distance, func(i uint32) { found = append(found, i) })
	return found
}

// CountWithin returns the number of points within a distance [m] of x.
func (t *PlaceTree) CountWithin(x model.Vec3, distance float64) (count int) {
	t.eachWithin(x, distance, func(uint32) { count++ })
	return count
}

// eachWithin calls do for every position up to a distance [m] from a point.
func (t *PlaceTree) eachWithin(x model.Vec3, distance float64, do func(i uint32)) {
	var visit func(part []uint32, axis int)
	visit = func(part []uint32, axis int) {
		if len(part) == 0 {
			return
		}
		middle := len(part) / 2
		i := part[middle]
		if t.places[i].Sub(x).Len() <= distance {
			do(i)
		}
		side := x[axis] - t.places[i][axis]
		if side <= distance {
			visit(part[:middle], (axis+1)%3)
		}
		if side >= -distance {
			visit(part[middle+1:], (axis+1)%3)
		}
	}
	visit(t.order, 0)
}
