package collide

import (
	"hooke/model"
)

// Sides holds for each mass up to four triangles that it touches, with the side from which it came to each:
// the triangle's number and 1, negative where its normal points away from that side; 0: none.
type Sides [][4]int32

// side returns the side of a triangle from which a mass came, 1 or −1; 0: not known. One that it
// did not touch before has that of a triangle which it did and that shares a corner, or an edge.
func (s *meetings) side(mass, triangle int) float64 {
	inherited := 0.0
	for _, of := range s.sides[mass] {
		known, side := int(of)-1, 1.0
		if of < 0 {
			known, side = int(-of)-1, -1.0
		}
		if known == triangle {
			return side
		}
		if of == 0 || inherited != 0 {
			continue
		}
		if common, turned := s.shared(known, triangle); turned {
			inherited = -side
		} else if common > 0 {
			inherited = side
		}
	}
	return inherited
}

// shared returns how many corners two triangles have in common, and whether they have an edge in
// common along which both go the same way: then their normals point to different sides.
func (s *meetings) shared(a, b int) (common int, turned bool) {
	for k, i := range s.triangles[a] {
		for l, j := range s.triangles[b] {
			if i == j {
				common++
				turned = turned || s.triangles[a][(k+1)%3] == s.triangles[b][(l+1)%3]
			}
		}
	}
	return common, turned
}

// meeting is a mass that touches a triangle.
type meeting struct {
	mass, triangle int
	pair
	depth  float64
	normal model.Vec3
	side   float64 // from which it came; 0: not known
}

// around returns the touches of masses with triangles in a state. Of triangles that share a
// corner, a mass touches the nearest, and of equals the first.
func (s *meetings) around(position []model.Vec3) []meeting {
	s.found = s.found[:0]
	if len(s.triangles) == 0 {
		return nil
	}
	boxes := make([]box, len(s.triangles))
	for k := range s.triangles {
		boxes[k] = s.boxOf(position, s.triangles[k][:])
	}
	for _, i := range taking(s.model) {
		mass, first := []uint32{uint32(i)}, len(s.found)
		own := s.boxOf(position, mass)
		for k := range s.triangles {
			t := s.triangles[k][:]
			if own.far(&boxes[k]) || joined(mass, t) || s.held(mass, t) || s.tears.Through(s.triangles[k]) {
				continue
			}
			c := closest(pointsOf(mass, position), pointsOf(t, position))
			if d := s.reach(mass, t); c.distance < d {
				s.found = append(s.found, meeting{mass: i, triangle: k, pair: c, depth: d})
			}
		}
		s.found = append(s.found[:first], s.nearestOf(s.found[first:], position)...)
	}
	return s.found
}

// nearestOf returns those of the triangles near a mass that it touches, with depth and normal; depth
// was their D.
func (s *meetings) nearestOf(near []meeting, position []model.Vec3) (out []meeting) {
	for k, one := range near {
		least := true
		for l, other := range near {
			common, _ := s.shared(one.triangle, other.triangle)
			nearer := other.distance < one.distance || other.distance == one.distance && l < k
			least = least && !(k != l && common > 0 && nearer)
		}
		if least && s.judge(&one, position) {
			out = append(out, one)
		}
	}
	return out
}

// judge finds the side, depth and normal of a touch; false: it has no direction.
func (s *meetings) judge(one *meeting, position []model.Vec3) bool {
	x, t := position[one.mass], pointsOf(s.triangles[one.triangle][:], position)
	n := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	within := n.Len() > 0 && min(one.next[0], one.next[1], one.next[2]) > 0
	if within {
		n = n.Normalize()
	}
	height := x.Sub(t[0]).Dot(n)
	one.side = s.side(one.mass, one.triangle)
	if one.side == 0 && within && height != 0 {
		one.side = 1
		if height < 0 {
			one.side = -1
		}
	}
	if within && one.side != 0 { // also where the mass has passed through
		one.depth -= one.side * height
		one.normal = n.Mul(one.side)
		return true
	}
	one.depth -= one.distance
	one.normal = one.way.Mul(1 / one.distance)
	return one.distance >= noWay
}

// Remember keeps the sides of the triangles that masses touch in a state.
func (s *Spans) Remember(position []model.Vec3) {
	if s == nil || s.meets == nil || len(s.meets.triangles) == 0 {
		return
	}
	now := make(Sides, len(s.meets.sides))
	used := make([]int, len(now))
	for _, t := range s.meets.around(position) {
		if k := used[t.mass]; t.side != 0 && k < len(now[t.mass]) {
			now[t.mass][k] = int32(t.side) * int32(t.triangle+1)
			used[t.mass]++
		}
	}
	s.meets.sides = now
}

// Sides returns the sides that are remembered; nil: masses collide with no triangles.
func (s *Spans) Sides() Sides {
	if s == nil || s.meets == nil {
		return nil
	}
	return s.meets.sides
}

// SetSides replaces the sides by those of the same structure; nil forgets them.
func (s *Spans) SetSides(to Sides) {
	if own := s.Sides(); own != nil {
		clear(own)
		copy(own, to)
	}
}

// Words returns the sides as they lie in memory.
func (s Sides) Words() []uint32 {
	out := make([]uint32, 0, 4*len(s))
	for _, of := range s {
		for _, side := range of {
			out = append(out, uint32(side))
		}
	}
	return out
}

// SidesOf is the inverse of Sides.Words.
func SidesOf(words []uint32) Sides {
	out := make(Sides, len(words)/4)
	for k, word := range words {
		out[k/4][k%4] = int32(word)
	}
	return out
}
