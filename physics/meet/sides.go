package meet

// side returns the side of a triangle from which mass k of masses came, 1 or −1; 0: not known.
// Triangle j, on whose positive side the mass was, is j + 1 in sides, and −j − 1 on the negative
// one. A triangle that the mass did not touch before has the side of one that it did and
// that shares an edge or a corner.
func (s *Set) side(k int, triangle int32) (inherited int8) {
	for _, of := range s.sides[k] {
		known, side := of-1, int8(1)
		if of < 0 {
			known, side = -of-1, -1
		}
		if of == 0 {
			break
		}
		if known == triangle {
			return side
		}
		if common, turned := s.common(known, triangle); inherited == 0 && common > 0 {
			if inherited = side; turned {
				inherited = -side
			}
		}
	}
	return inherited
}

// common returns how many corners two triangles have in common, and whether they go along a
// common edge in the same direction, so that their normals point to different sides.
func (s *Set) common(a, b int32) (count int, turned bool) {
	p, q := &s.triangles[a], &s.triangles[b]
	for k, i := range p {
		for l, j := range q {
			if i == j {
				count++
				turned = turned || p[(k+1)%3] == q[(l+1)%3]
			}
		}
	}
	return count, turned
}

// Remember keeps the sides of the triangles that masses touch, as Look has found them.
func (s *Set) Remember() {
	if s == nil || len(s.sides) == 0 {
		return
	}
	clear(s.sides)
	s.Touches(func(t *Touch) {
		if t.side == 0 || t.triangle < 0 {
			return
		}
		for k, of := range s.sides[t.slot] {
			if of == 0 {
				s.sides[t.slot][k] = int32(t.side) * (t.triangle + 1)
				break
			}
		}
	})
}

// Sides returns the sides that are remembered, for checkpoints; nil where masses collide with no
// triangles.
func (s *Set) Sides() []uint32 {
	if s == nil {
		return nil
	}
	var out []uint32
	for _, of := range s.sides {
		for _, side := range of {
			out = append(out, uint32(side))
		}
	}
	return out
}

// SetSides replaces the sides by those that Sides returned for such a set; nil forgets them.
func (s *Set) SetSides(words []uint32) {
	if s == nil {
		return
	}
	clear(s.sides)
	if len(words) == 4*len(s.sides) {
		for k, word := range words {
			s.sides[k/4][k%4] = int32(word)
		}
	}
}
