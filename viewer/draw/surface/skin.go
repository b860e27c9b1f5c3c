package surface

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// Skin is the visible surface of a structure, as triangles between its masses. The zero
// value has no triangles.
type Skin struct {
	Triangles [][3]uint32 // corners; the fronts face outward, and those of a sheet all face one side
	Wires     [][2]uint32 // edges of the triangles that are springs, each once
}

// SkinOf looks for the triangles that springs make between masses on surfaces: three
// masses that springs join in a ring. It leaves out triangles below another mass of the
// surface that is joined to all three corners, since they are inside; triangles along a
// spring that passes another mass, as springs against bending do; and of two diagonals
// that cross, the half with the larger numbers. A lattice without diagonals has no
// triangles; there SkinOf takes rings of four. Between masses of cloth it takes the
// triangles of the cloth. Time and memory grow with the number of springs on the surface:
// about 20 bytes each. It works on all cores, with the same result on any number of them.
func SkinOf(f Found) Skin {
	b := skinner{position: f.position, partner: f.Partner, outward: f.outward}
	b.join(&f)
	b.findTriangles()
	if surface := len(b.mass); 2*len(b.triangles) < surface {
		b.findQuads()
	}
	b.takeCloth(&f)
	sides := b.sides()
	b.orient(sides)
	return Skin{Triangles: b.triangles, Wires: b.wires(sides)}
}

const (
	passing    = 1.02 // a spring passes a mass when the way over the mass is at most this many times as long
	above      = 0.12 // height above a triangle from which on a mass hides it, in lengths of its longest side
	crossing   = 0.25 // largest distance of the middles of diagonals that cross, in lengths
	thinnest   = 0.02 // least height of a triangle, in lengths of its longest side
	squareness = 0.75 // largest cosine at a corner of a ring of four
)

// skinner has the masses on surfaces, which have numbers of their own, and which of them
// springs join.
type skinner struct {
	position []shaders.Position
	partner  []shaders.Partner
	outward  []mgl32.Vec3

	mass      []uint32 // number in the buffers of each mass on a surface, ascending
	own       []uint32 // number of each mass among these; none: it is not on a surface
	start     []uint32 // where the neighbors of each mass begin; one entry more than masses
	neighbor  []uint32 // neighbors by their own numbers, ascending for each mass
	plain     []bool   // whether the spring to each neighbor with a larger number is an edge of the surface
	triangles [][3]uint32
}

// chunk is the number of masses that a core works on at a time.
const chunk = 1 << 12

func (b *skinner) onSurface(i uint32) bool {
	kind := b.partner[i].Kind
	return kind == shaders.SurfaceSolid || kind == shaders.SurfaceSheet
}

func (b *skinner) at(own uint32) mgl32.Vec3 { return b.position[b.mass[own]].Xyz }

// join lists the neighbors of each mass on a surface.
func (b *skinner) join(f *Found) {
	b.own = make([]uint32, len(b.partner))
	for i := range b.partner {
		b.own[i] = none
		if b.onSurface(uint32(i)) {
			b.own[i] = uint32(len(b.mass))
			b.mass = append(b.mass, uint32(i))
		}
	}
	each := func(visit func(a int, neighbors func(yield func(c uint32)))) {
		model.InBlocks(len(b.mass), func(_, first, last int) {
			for a := first; a < last; a++ {
				i := b.mass[a]
				visit(a, func(yield func(c uint32)) {
					for _, spring := range f.at.of(f.at.number[i]) {
						if c := b.own[other(f.ends[spring], i)]; c != none {
							yield(c)
						}
					}
				})
			}
		})
	}
	b.start = make([]uint32, len(b.mass)+1)
	each(func(a int, neighbors func(func(uint32))) { neighbors(func(uint32) { b.start[a+1]++ }) })
	for k := range b.mass {
		b.start[k+1] += b.start[k]
	}
	b.neighbor = make([]uint32, b.start[len(b.mass)])
	each(func(a int, neighbors func(func(uint32))) {
		next := b.start[a]
		neighbors(func(c uint32) {
			b.neighbor[next] = c
			next++
		})
		slices.Sort(b.of(uint32(a)))
	})
}

// of returns the neighbors of a mass.
func (b *skinner) of(a uint32) []uint32 { return b.neighbor[b.start[a]:b.start[a+1]] }

// both returns the neighbors that two masses share, in the memory of common.
func (b *skinner) both(common []uint32, a, c uint32) []uint32 {
	common = common[:0]
	p, q := b.of(a), b.of(c)
	for len(p) > 0 && len(q) > 0 {
		switch {
		case p[0] < q[0]:
			p = p[1:]
		case p[0] > q[0]:
			q = q[1:]
		default:
			common = append(common, p[0])
			p, q = p[1:], q[1:]
		}
	}
	return slices.Compact(common)
}

func (b *skinner) joined(a, c uint32) bool {
	_, found := slices.BinarySearch(b.of(a), c)
	return found
}

// isPlain returns the entry of plain for the spring between two masses, a < c.
func (b *skinner) isPlain(a, c uint32) bool {
	k, _ := slices.BinarySearch(b.of(a), c)
	return b.plain[b.start[a]+uint32(k)]
}

func (b *skinner) findTriangles() {
	b.plain = make([]bool, len(b.neighbor))
	order.InChunks(len(b.mass), chunk, func(first, end int) (none struct{}) {
		var thirds []uint32
		for a := uint32(first); a < uint32(end); a++ {
			for k, c := range b.of(a) {
				if c > a {
					thirds = b.both(thirds, a, c)
					b.plain[b.start[a]+uint32(k)] = b.findPlain(a, c, thirds)
				}
			}
		}
		return none
	}, func(struct{}) {})
	b.inChunks(func(a uint32, common []uint32, add func(t [3]uint32)) []uint32 {
		for _, c := range b.of(a) {
			if c <= a {
				continue
			}
			common = b.both(common, a, c)
			for _, d := range common {
				if d > c && b.visible(a, c, d, common) {
					add([3]uint32{b.mass[a], b.mass[c], b.mass[d]})
				}
			}
		}
		return common
	})
}

// inChunks calls find for each mass on a surface, on all cores, and appends the triangles that it adds in the order of masses. find
// may use common, and returns it for the next mass.
func (b *skinner) inChunks(find func(a uint32, common []uint32, add func(t [3]uint32)) []uint32) {
	order.InChunks(len(b.mass), chunk, func(first, end int) (found [][3]uint32) {
		var common []uint32
		for a := uint32(first); a < uint32(end); a++ {
			common = find(a, common, func(t [3]uint32) { found = append(found, t) })
		}
		return found
	}, func(found [][3]uint32) { b.triangles = append(b.triangles, found...) })
}

// visible reports whether a ring of three is a triangle of the surface. thirds are the
// common neighbors of a and c.
func (b *skinner) visible(a, c, d uint32, thirds []uint32) bool {
	x, y, z := b.at(a), b.at(c), b.at(d)
	normal := y.Sub(x).Cross(z.Sub(x))
	longest := max(y.Sub(x).Len(), z.Sub(y).Len(), x.Sub(z).Len())
	area := normal.Len()
	if !(area > thinnest*longest*longest) {
		return false
	}
	normal = normal.Mul(1 / area)
	solid := b.partner[b.mass[a]].Kind == shaders.SurfaceSolid || b.partner[b.mass[c]].Kind == shaders.SurfaceSolid ||
		b.partner[b.mass[d]].Kind == shaders.SurfaceSolid
	if solid {
		out := b.outward[b.mass[a]].Add(b.outward[b.mass[c]]).Add(b.outward[b.mass[d]])
		side := normal.Dot(out)
		if abs(side) < 0.3*out.Len() {
			return false // the triangle lies across the surface
		}
		if side < 0 {
			normal = normal.Mul(-1)
		}
		for _, e := range thirds {
			if e != d && b.joined(e, d) && normal.Dot(b.at(e).Sub(x)) > above*longest {
				return false
			}
		}
	}
	return b.isPlain(a, c) && b.isPlain(c, d) && b.isPlain(a, d)
}

// findPlain reports whether a spring is an edge of the surface: it passes no mass, and is not
// the second one of two diagonals. thirds are the common neighbors of its ends.
func (b *skinner) findPlain(a, c uint32, thirds []uint32) bool {
	x, y := b.at(a), b.at(c)
	length := y.Sub(x).Len()
	for k, e := range thirds {
		p := b.at(e)
		if p.Sub(x).Len()+y.Sub(p).Len() < passing*length {
			return false
		}
		for _, f := range thirds[k+1:] {
			if min(e, f) < min(a, c) && b.joined(e, f) && p.Add(b.at(f)).Sub(x).Sub(y).Len() < 2*crossing*length {
				return false
			}
		}
	}
	return true
}

// findQuads looks for rings of four with nearly right angles and without a diagonal, and
// takes each as two triangles.
func (b *skinner) findQuads() {
	b.inChunks(func(a uint32, common []uint32, add func(t [3]uint32)) []uint32 {
		for _, c := range b.of(a) { // a, c, e and d make a ring; a is the least of them
			for _, d := range b.of(a) {
				if c <= a || d <= c || b.joined(c, d) || !b.square(a, c, d) {
					continue
				}
				common = b.both(common, c, d)
				for _, e := range common {
					if e > a && !b.joined(a, e) && b.square(e, c, d) && b.square(c, a, e) {
						i, j, k, l := b.mass[a], b.mass[c], b.mass[e], b.mass[d]
						add([3]uint32{i, j, k})
						add([3]uint32{i, k, l})
					}
				}
			}
		}
		return common
	})
}

// square reports whether the directions from a to c and to d are nearly at right angles.
func (b *skinner) square(a, c, d uint32) bool {
	p, q := b.at(c).Sub(b.at(a)), b.at(d).Sub(b.at(a))
	return abs(p.Dot(q)) < squareness*p.Len()*q.Len()
}
