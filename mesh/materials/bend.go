package materials

import (
	"cmp"
	"math"
	"slices"

	"hooke/model"
	"hooke/model/spring"
	"hooke/physics"
)

// Bending is how a sheet or a chain resists bending.
type Bending struct {
	Rigidity     float64 // of a sheet D = E t³/(12 (1 − ν²)) [N·m], of a chain EI [N·m²]
	DampingRatio float64 // ζ of every hinge; zero means none
	Flat         bool    // the shape without moments is flat or straight; else that at rest
}

// OfTriangles returns the hinges at the edges that two of some triangles share, each with
//
//	k = D ℓ²/(a1 + a2)
//
// of the length ℓ of the edge and the areas a of its triangles. A triangle that is pinned at all
// corners cannot bend, and counts no area. An edge of three triangles or more gets no hinge.
func (b Bending) OfTriangles(m *model.Model, triangles [][3]uint32) (out []model.Hinge) {
	type side struct{ low, high, a, b, far, triangle uint32 }
	sides := make([]side, 0, 3*len(triangles))
	for t, c := range triangles {
		for k := range 3 {
			a, b := c[k], c[(k+1)%3]
			sides = append(sides, side{min(a, b), max(a, b), a, b, c[(k+2)%3], uint32(t)})
		}
	}
	slices.SortFunc(sides, func(x, y side) int {
		return cmp.Or(cmp.Compare(x.low, y.low), cmp.Compare(x.high, y.high), cmp.Compare(x.triangle, y.triangle))
	})
	for first := 0; first < len(sides); {
		end := first + 1
		for end < len(sides) && sides[end].low == sides[first].low && sides[end].high == sides[first].high {
			end++
		}
		x, y := sides[first], sides[min(first+1, len(sides)-1)]
		if end-first == 2 && x.far != y.far {
			out = b.add(m, out, model.Hinge{Masses: [4]uint32{x.a, x.b, x.far, y.far}})
		}
		first = end
	}
	return slices.Clip(out)
}

// add appends a hinge of two triangles with its numbers, if it can bend.
func (b Bending) add(m *model.Model, out []model.Hinge, h model.Hinge) []model.Hinge {
	x := placesOf(m, &h)
	edge, area := x[1].Sub(x[0]), 0.0
	for _, far := range []int{2, 3} {
		if !pinned(m, h.Masses[0], h.Masses[1], h.Masses[far]) {
			area += x[far].Sub(x[0]).Cross(edge).Len() / 2
		}
	}
	if area == 0 {
		return out
	}
	h.Stiffness = b.Rigidity * edge.Dot(edge) / area
	if !b.Flat {
		h.Rest, _ = spring.Hinge(x)
	}
	return append(out, b.damped(m, h))
}

// OfChain returns the hinges of the chains that some springs make, at each mass between two of
// them, with
//
//	k = EI/ℓ
//
// of the mean length ℓ of the two at rest. A spring that is pinned at both ends is a wall: it
// cannot bend, and k is 2 EI/ℓ of the other. A mass with one spring, or three, gets no hinge.
func (b Bending) OfChain(m *model.Model, springs []model.Ends) (out []model.Hinge) {
	count, beside := make([]uint8, m.MassCount()), make([][2]uint32, m.MassCount())
	for _, ends := range springs {
		for k, i := range ends {
			if count[i] < 2 {
				beside[i][count[i]] = ends[1-k]
			}
			count[i] = min(count[i]+1, 3)
		}
	}
	for i, n := range count {
		if n != 2 || beside[i][0] == beside[i][1] {
			continue
		}
		h := model.Hinge{Masses: [4]uint32{beside[i][0], uint32(i), beside[i][1], beside[i][0]}}
		x, length := placesOf(m, &h), 0.0
		for _, end := range []int{0, 2} {
			if !pinned(m, h.Masses[end], uint32(i)) {
				length += x[end].Sub(x[1]).Len() / 2
			}
		}
		if length == 0 {
			continue
		}
		h.Stiffness = b.Rigidity / length
		if !b.Flat {
			corner, _ := spring.Corner(x[0], x[1], x[2])
			h.Rest = math.Pi - corner
		}
		out = append(out, b.damped(m, h))
	}
	return slices.Clip(out)
}

// damped returns a hinge with the damper of the ratio, c = 2 ζ √(k/Σ |g|²/m), with the gradient g of
// its angle at each of its masses.
func (b Bending) damped(m *model.Model, h model.Hinge) model.Hinge {
	levers, mobility := physics.HingeLevers(m, &h), 0.0
	for c, i := range h.Corners() {
		mobility += levers[c] * levers[c] * m.InverseMass(int(i))
	}
	if mobility > 0 {
		h.Damping = 2 * b.DampingRatio * math.Sqrt(h.Stiffness/mobility)
	}
	return h
}

func placesOf(m *model.Model, h *model.Hinge) (x [4]model.Vec3) {
	for c, i := range h.Masses {
		x[c] = m.RestAt(int(i))
	}
	return x
}

// pinned reports whether all of some masses are pinned on all axes.
func pinned(m *model.Model, masses ...uint32) bool {
	return !slices.ContainsFunc(masses, func(i uint32) bool { return m.PinOf(int(i)) != model.PinAll })
}
