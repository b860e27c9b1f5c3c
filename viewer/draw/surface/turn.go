package surface

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/shaders"
)

// side is one side of a triangle, between two masses low < high.
type side struct {
	low, high uint32
	triangle  uint32
	forward   bool // the triangle goes from low to high
}

// sides lists the sides of all triangles. The sides between the same two masses lie
// together.
func (b *skinner) sides() []side {
	out := make([]side, 0, 3*len(b.triangles))
	for t, corners := range b.triangles {
		for k, from := range corners {
			to := corners[(k+1)%3]
			out = append(out, side{min(from, to), max(from, to), uint32(t), from < to})
		}
	}
	slices.SortFunc(out, func(p, q side) int {
		return cmp.Or(cmp.Compare(p.low, q.low), cmp.Compare(p.high, q.high), cmp.Compare(p.triangle, q.triangle))
	})
	return out
}

// wires returns the sides of triangles that are springs, each once.
func (b *skinner) wires() (out [][2]uint32) {
	number := func(i uint32) uint32 { // number of a mass among those on surfaces, whose numbers in the buffers ascend
		k, _ := slices.BinarySearch(b.mass, i)
		return uint32(k)
	}
	last := [2]uint32{}
	for _, s := range b.sides() {
		pair := [2]uint32{s.low, s.high}
		if pair != last && b.joined(number(s.low), number(s.high)) {
			out = append(out, pair)
		}
		last = pair
	}
	return out
}

// orient turns the fronts of the triangles. It turns those of solids outward first, and
// then those of sheets to one side, from one triangle to the next over common sides.
func (b *skinner) orient() {
	turned := make([]bool, len(b.triangles)) // whether the front of a triangle is decided
	var queue []uint32
	flip := func(t uint32) { b.triangles[t][1], b.triangles[t][2] = b.triangles[t][2], b.triangles[t][1] }
	for t, corners := range b.triangles {
		x, y, z := mgl32.Vec3(b.position[corners[0]].Xyz), mgl32.Vec3(b.position[corners[1]].Xyz), mgl32.Vec3(b.position[corners[2]].Xyz)
		var out mgl32.Vec3
		for _, i := range corners {
			if b.partner[i].Kind == shaders.SurfaceSolid {
				out = out.Add(b.outward[i])
			}
		}
		if side := y.Sub(x).Cross(z.Sub(x)).Dot(out); side != 0 {
			if side < 0 {
				flip(uint32(t))
			}
			turned[t] = true
			queue = append(queue, uint32(t))
		}
	}
	b.spread(turned, queue, flip)
}

// spread decides the fronts of the other triangles. Each takes the front of a neighbor
// that is decided; the first triangle of a piece stays as it is.
func (b *skinner) spread(turned []bool, queue []uint32, flip func(uint32)) {
	sides := b.sides()
	at := make([][3]uint32, len(b.triangles)) // places in sides
	count := make([]uint8, len(b.triangles))
	for k, s := range sides {
		at[s.triangle][count[s.triangle]] = uint32(k)
		count[s.triangle]++
	}
	flipped := make([]bool, len(b.triangles))
	visit := func(t uint32) {
		for _, k := range at[t] {
			mine := sides[k]
			first := int(k)
			for first > 0 && sides[first-1].low == mine.low && sides[first-1].high == mine.high {
				first--
			}
			for _, other := range sides[first:] {
				if other.low != mine.low || other.high != mine.high {
					break
				}
				if turned[other.triangle] {
					continue
				}
				// Neighbors with the same front go along their side in opposite directions.
				if (mine.forward != flipped[t]) == other.forward {
					flip(other.triangle)
					flipped[other.triangle] = true
				}
				turned[other.triangle] = true
				queue = append(queue, other.triangle)
			}
		}
	}
	for t := uint32(0); ; {
		for len(queue) > 0 {
			next := queue[0]
			queue = queue[1:]
			visit(next)
		}
		for int(t) < len(turned) && turned[t] {
			t++
		}
		if int(t) == len(turned) {
			return
		}
		turned[t] = true
		queue = append(queue, t)
	}
}

// Lists returns the triangles at each mass of the skin and, after all of those, the
// springs at each mass of the skin, in the form that shaders.SkinAt describes. It also
// lists the springs at masses that hung names; nil names none.
func (s *Skin) Lists(masses int, ends []shaders.Ends, hung []bool) []shaders.SkinAt {
	at := make([]uint32, 2*(masses+1)) // counts at first, one place late; then places
	ofSprings := at[masses+1:]
	for _, t := range s.Triangles {
		for _, i := range t {
			at[i+1]++
		}
	}
	each := func(visit func(i, spring uint32)) {
		for k, e := range ends {
			if e[0] == e[1] {
				continue
			}
			for _, i := range e {
				if at[i] != at[i+1] || hung != nil && hung[i] { // the mass has triangles or vertices
					visit(i, uint32(k))
				}
			}
		}
	}
	next := uint32(len(at))
	for i := range masses + 1 {
		next += at[i]
		at[i] = next
	}
	each(func(i, _ uint32) { ofSprings[i+1]++ })
	for i := range ofSprings {
		next += ofSprings[i]
		ofSprings[i] = next
	}
	out := make([]shaders.SkinAt, next)
	for i, place := range at {
		out[i].Entry = place
	}
	fill := slices.Clone(at)
	put := func(i, number uint32) {
		out[fill[i]].Entry = number
		fill[i]++
	}
	for t, corners := range s.Triangles {
		for _, i := range corners {
			put(i, uint32(t))
		}
	}
	each(func(i, spring uint32) { put(uint32(masses)+1+i, spring) })
	return out
}
