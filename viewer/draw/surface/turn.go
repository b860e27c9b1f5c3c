package surface

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// side is one side of a triangle, between two masses low < high.
type side struct {
	low, high uint32
	triangle  uint32
	forward   bool // the triangle goes from low to high
}

// sides lists the sides of all triangles by low, high and triangle, so that those between the same two masses lie
// together. Only forward depends on which way triangles face.
func (b *skinner) sides() []side {
	start := make([]uint32, len(b.partner)+1)
	each := func(visit func(s side)) {
		for t, corners := range b.triangles {
			for k, from := range corners {
				to := corners[(k+1)%3]
				visit(side{min(from, to), max(from, to), uint32(t), from < to})
			}
		}
	}
	each(func(s side) { start[s.low+1]++ })
	for i := range b.partner {
		start[i+1] += start[i]
	}
	out := make([]side, 3*len(b.triangles))
	next := slices.Clone(start)
	each(func(s side) {
		out[next[s.low]] = s
		next[s.low]++
	})
	model.InBlocks(len(b.partner), func(_, first, last int) {
		for i := first; i < last; i++ {
			slices.SortFunc(out[start[i]:start[i+1]], func(p, q side) int {
				return cmp.Or(cmp.Compare(p.high, q.high), cmp.Compare(p.triangle, q.triangle))
			})
		}
	})
	return out
}

// wires returns the sides of triangles that are springs, each once.
func (b *skinner) wires(sides []side) (out [][2]uint32) {
	order.InChunks(len(sides), model.BlockSize, func(first, end int) (found [][2]uint32) {
		for k := first; k < end; k++ {
			s := &sides[k]
			if again := k > 0 && sides[k-1].low == s.low && sides[k-1].high == s.high; !again && b.joined(b.own[s.low], b.own[s.high]) {
				found = append(found, [2]uint32{s.low, s.high})
			}
		}
		return found
	}, func(found [][2]uint32) { out = append(out, found...) })
	return out
}

// orient turns the fronts of the triangles. It turns those of solids outward first, and
// then those of sheets to one side, from one triangle to the next over common sides.
func (b *skinner) orient(sides []side) {
	turned := make([]bool, len(b.triangles)) // whether the front of a triangle is decided
	flipped := make([]bool, len(b.triangles))
	flip := func(t uint32) {
		b.triangles[t][1], b.triangles[t][2] = b.triangles[t][2], b.triangles[t][1]
		flipped[t] = true
	}
	model.InBlocks(len(b.triangles), func(_, first, last int) {
		for t := first; t < last; t++ {
			corners := b.triangles[t]
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
			}
		}
	})
	if slices.Contains(turned, false) {
		b.spread(sides, turned, flipped, flip)
	}
}

// spread decides the fronts of the other triangles. Each takes the front of a neighbor
// that is decided; the first triangle of a piece stays as it is.
func (b *skinner) spread(sides []side, turned, flipped []bool, flip func(uint32)) {
	var queue []uint32
	for t, is := range turned {
		if is {
			queue = append(queue, uint32(t))
		}
	}
	at := make([][3]uint32, len(b.triangles)) // places in sides
	count := make([]uint8, len(b.triangles))
	for k, s := range sides {
		at[s.triangle][count[s.triangle]] = uint32(k)
		count[s.triangle]++
	}
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

// Lists returns the triangles at each mass of the skin of f and, after all of those, the
// springs at each mass of the skin, in the form that shaders.SkinAt describes. It also
// lists the springs at the masses of Excerpt.Hung.
func (s *Skin) Lists(f *Found) []shaders.SkinAt {
	masses := len(f.position)
	at := make([]uint32, 2*(masses+1)) // counts at first, one place late; then places
	ofSprings := at[masses+1:]
	for _, t := range s.Triangles {
		for _, i := range t {
			at[i+1]++
		}
	}
	springs := func(i int) []uint32 { // of a mass with triangles or vertices; its number of triangles is still in at
		if at[i+1] == 0 && (f.of.Hung == nil || !f.of.Hung[i]) {
			return nil
		}
		return f.at.of(f.at.number[i])
	}
	model.InBlocks(masses, func(_, first, last int) {
		for i := first; i < last; i++ {
			ofSprings[i+1] = uint32(len(springs(i)))
		}
	})
	next := uint32(len(at))
	for i := range at {
		next += at[i]
		at[i] = next
	}
	out := make([]shaders.SkinAt, next)
	for i, place := range at {
		out[i].Entry = place
	}
	model.InBlocks(masses, func(_, first, last int) {
		for i := first; i < last; i++ {
			if begin, end := ofSprings[i], ofSprings[i+1]; begin != end {
				for k, spring := range f.at.of(f.at.number[i]) {
					out[int(begin)+k].Entry = spring
				}
			}
		}
	})
	fill := at[:masses]
	for t, corners := range s.Triangles {
		for _, i := range corners {
			out[fill[i]].Entry = uint32(t)
			fill[i]++
		}
	}
	return out
}
