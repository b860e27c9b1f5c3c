package mesh

import (
	"math"
	"slices"

	"hooke/machine/panics"
	"hooke/model"
)

// Winding computes how often a surface winds around a point: 1 inside a closed surface whose
// polygons face outward, 0 outside, and values between near holes, where it falls smoothly.
// It is the generalized winding number, the solid angle of all triangles over 4π, of
// Jacobson, Kavan and Sorkine-Hornung, "Robust inside-outside segmentation using generalized
// winding numbers" (2013).
//
// Groups of distant triangles act as one dipole at their center, as in Barill, Dickson,
// Schmidt, Levin and Jacobson, "Fast winding numbers for soups and clouds" (2018), so that a
// query takes about O(log triangles) time. A Winding is safe for concurrent use.
type Winding struct {
	nodes     []windingNode  // preorder: a group is followed by its parts
	triangles []windingPiece // in the order of the leaves
}

// windingNode is a group of triangles. 80 bytes.
type windingNode struct {
	center       model.Vec3 // of area [m]
	dipole       model.Vec3 // sum of area vectors / 4π [m²]
	farSquared   float64    // the square of the distance beyond which the dipole stands for the group [m²]
	next         int32      // the node that follows the group and all its parts
	first, count int32      // triangles of a leaf; count 0: the node is a group of groups
}

// windingPiece is one triangle's corners.
type windingPiece [3]model.Vec3

const (
	windingLeaf = 8 // triangles in a leaf, at most

	// windingFar is the number of radii beyond which a dipole stands for its group. The
	// dipole's relative error falls with the square of this: at 3 the winding number of
	// a sphere and of Spot is within 0.03 of the exact one.
	windingFar = 3
)

// NewWinding prepares queries on all cores, in O(n log n) time and about 110 bytes per
// triangle.
func NewWinding(s *Surface) *Winding {
	triangles := s.Triangles()
	w := &Winding{triangles: make([]windingPiece, len(triangles))}
	for i, t := range triangles {
		a, b, c := s.Places(t)
		w.triangles[i] = windingPiece{a, b, c}
	}
	if len(w.triangles) > 0 {
		w.nodes = make([]windingNode, windingNodes(len(w.triangles)))
		w.split(0, 0, len(w.triangles))
	}
	return w
}

// windingNodes returns the number of nodes for that many triangles, which are halved until
// they fit a leaf.
func windingNodes(triangles int) int {
	if triangles <= windingLeaf {
		return 1
	}
	return 1 + windingNodes(triangles/2) + windingNodes(triangles-triangles/2)
}

// At returns the winding number at p.
func (w *Winding) At(p model.Vec3) float64 {
	flux, near := 0.0, noAngle()
	for n := 0; n < len(w.nodes); {
		node := &w.nodes[n]
		x, y, z := node.center[0]-p[0], node.center[1]-p[1], node.center[2]-p[2]
		d2 := x*x + y*y + z*z
		switch {
		case d2 > node.farSquared:
			// The flux of a dipole: area vector · direction / (4π distance²).
			flux += (x*node.dipole[0] + y*node.dipole[1] + z*node.dipole[2]) / (d2 * math.Sqrt(d2))
			n = int(node.next)
		case node.count > 0:
			for i := range w.triangles[node.first : node.first+node.count] {
				near.add(w.triangles[int(node.first)+i].halfAngle(p))
			}
			near.shorten()
			n++
		default:
			n++
		}
	}
	return flux + near.turns()
}

// halfAngle is half the solid angle under which p sees the triangle, as the
// complex number x + iy of that argument, positive from behind (Van Oosterom and
// Strackee, "The solid angle of a plane triangle", 1983). At a corner and on the
// plane outside the triangle the angle is 0.
func (t *windingPiece) halfAngle(p model.Vec3) (x, y float64) {
	ax, ay, az := t[0][0]-p[0], t[0][1]-p[1], t[0][2]-p[2]
	bx, by, bz := t[1][0]-p[0], t[1][1]-p[1], t[1][2]-p[2]
	cx, cy, cz := t[2][0]-p[0], t[2][1]-p[1], t[2][2]-p[2]
	a := math.Sqrt(ax*ax + ay*ay + az*az)
	b := math.Sqrt(bx*bx + by*by + bz*bz)
	c := math.Sqrt(cx*cx + cy*cy + cz*cz)
	y = ax*(by*cz-bz*cy) + ay*(bz*cx-bx*cz) + az*(bx*cy-by*cx)
	x = a*b*c + (ax*bx+ay*by+az*bz)*c + (bx*cx+by*cy+bz*cz)*a + (cx*ax+cy*ay+cz*az)*b
	return x, y
}

// angleSum is a sum of angles: the product of complex numbers with these arguments, and
// how often it went around. One arc tangent at the end gives the sum.
type angleSum struct {
	x, y  float64 // the product
	whole int     // times that the sum passed π, less those that it passed −π
}

func noAngle() angleSum { return angleSum{x: 1} }

// add adds the argument of x + iy, which is above −π and at most π; 0 when both are 0.
func (s *angleSum) add(x, y float64) {
	size := math.Abs(x) + math.Abs(y)
	if size == 0 {
		return
	}
	x, y = x/size, y/size
	px, py := s.x*x-s.y*y, s.x*y+s.y*x+0 // +0 turns −0 into 0, whose argument is π and not −π
	// Two angles from 0 to π make one from 0 to 2π, which is beyond π if the
	// product is below the real axis, or on its right where both are π; two
	// negative ones likewise.
	switch {
	case s.y >= 0 && y >= 0 && (py < 0 || py == 0 && px > 0 && x < 0):
		s.whole++
	case s.y < 0 && y < 0 && py >= 0:
		s.whole--
	}
	s.x, s.y = px, py
}

// shorten scales the product to a length of about 1; each factor shortens it by up to
// √2.
func (s *angleSum) shorten() {
	size := math.Abs(s.x) + math.Abs(s.y)
	s.x, s.y = s.x/size, s.y/size
}

// turns returns the sum divided by 2π.
func (s *angleSum) turns() float64 {
	return float64(s.whole) + math.Atan2(s.y, s.x)/(2*math.Pi)
}

// split makes the node at index at, of triangles first to last−1, and all nodes below
// it, which follow it.
func (w *Winding) split(at, first, last int) {
	const own = 1 << 12 // triangles that are worth a goroutine
	part := w.triangles[first:last]
	w.nodes[at] = newWindingNode(part)
	w.nodes[at].next = int32(at + windingNodes(len(part)))
	if len(part) <= windingLeaf {
		w.nodes[at].first, w.nodes[at].count = int32(first), int32(len(part))
		return
	}
	// Halve along the longest side of the box of the triangles' middles.
	lo, hi := part[0].middle(), part[0].middle()
	for i := range part {
		m := part[i].middle()
		for axis := range 3 {
			lo[axis], hi[axis] = min(lo[axis], m[axis]), max(hi[axis], m[axis])
		}
	}
	axis := 0
	for other := 1; other < 3; other++ {
		if hi[other]-lo[other] > hi[axis]-lo[axis] {
			axis = other
		}
	}
	halve(part, axis)
	middle := first + len(part)/2
	lower := func() { w.split(at+1, first, middle) }
	upper := func() { w.split(at+1+windingNodes(middle-first), middle, last) }
	if len(part) < own {
		lower()
		upper()
		return
	}
	var group panics.Group
	group.Go(lower)
	upper()
	group.Wait()
}

func newWindingNode(part []windingPiece) windingNode {
	var node windingNode
	var total float64
	for i := range part {
		t := &part[i]
		area := t[1].Sub(t[0]).Cross(t[2].Sub(t[0])).Mul(0.5)
		node.dipole = node.dipole.Add(area.Mul(1 / (4 * math.Pi)))
		node.center = node.center.Add(t.middle().Mul(area.Len()))
		total += area.Len()
	}
	if total > 0 {
		node.center = node.center.Mul(1 / total)
	} else {
		node.center = part[0].middle()
	}
	for i := range part {
		for _, corner := range part[i] {
			d := corner.Sub(node.center)
			node.farSquared = max(node.farSquared, d.Dot(d)*windingFar*windingFar)
		}
	}
	return node
}

func (t *windingPiece) middle() model.Vec3 {
	return t[0].Add(t[1]).Add(t[2]).Mul(1. / 3)
}

// halve orders the triangles so that the middles in the first half lie below
// those in the second along the axis: quickselect, O(n).
func halve(part []windingPiece, axis int) {
	key := func(i int) float64 { return part[i][0][axis] + part[i][1][axis] + part[i][2][axis] }
	target := len(part) / 2
	low, high := 0, len(part)-1
	for low < high {
		// Median of three, so that sorted input is the best case.
		three := []float64{key(low), key((low + high) / 2), key(high)}
		slices.Sort(three)
		pivot := three[1]
		i, j := low, high
		for i <= j {
			for key(i) < pivot {
				i++
			}
			for key(j) > pivot {
				j--
			}
			if i <= j {
				part[i], part[j] = part[j], part[i]
				i++
				j--
			}
		}
		switch {
		case target <= j:
			high = j
		case target >= i:
			low = i
		default:
			return
		}
	}
}
