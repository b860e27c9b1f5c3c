package meet

import (
	"hooke/laws"
	"hooke/model"
)

// Begin prepares to look at a state, and returns the number of parts of Look.
func (s *Set) Begin(position []model.Vec3) (parts int) {
	if s == nil {
		return 0
	}
	s.update(position)
	parts = s.springParts() + (len(s.masses)+listPart-1)/listPart
	for len(s.parts) < parts {
		s.parts, s.near = append(s.parts, nil), append(s.near, nil)
	}
	return parts
}

// springParts returns the number of parts that springs have.
func (s *Set) springParts() int { return (len(s.edges) + listPart - 1) / listPart }

// Look finds the touches of a part in the state for which Begin prepared. Parts may be looked at
// side by side.
func (s *Set) Look(part int, position []model.Vec3) {
	touches := s.parts[part][:0]
	if of := part - s.springParts(); of >= 0 {
		near := s.near[part]
		for k := of * listPart; k < min(len(s.masses), (of+1)*listPart); k++ {
			touches, near = s.lookAtMass(touches, near[:0], k, position)
		}
		s.near[part] = near
	} else {
		for e := part * listPart; e < min(len(s.edges), (part+1)*listPart); e++ {
			touches = s.lookAtSpring(touches, e, position)
		}
	}
	s.parts[part] = touches
}

// Touches calls each with all touches that Look has found, by the numbers of springs and masses.
func (s *Set) Touches(each func(t *Touch)) {
	if s == nil {
		return
	}
	for _, part := range s.parts {
		for k := range part {
			each(&part[k])
		}
	}
}

// Each calls each with all touches in a state.
func (s *Set) Each(position []model.Vec3, each func(t *Touch)) {
	for part := range s.Begin(position) {
		s.Look(part, position)
	}
	s.Touches(each)
}

// Energy returns ½ kc δ² of all touches in a state [J].
func (s *Set) Energy(position []model.Vec3) (sum float64) {
	s.Each(position, func(t *Touch) { sum += 0.5 * t.Stiffness * t.Depth * t.Depth })
	return sum
}

// lookAtSpring adds the touches of a spring with those of greater numbers.
func (s *Set) lookAtSpring(touches []Touch, e int, position []model.Vec3) []Touch {
	others, reach := s.lists.springs.of(e)
	a := s.edges[e]
	for k, f := range others {
		b := s.edges[f]
		along, other, way := betweenSegments(position[a[0]], position[a[1]], position[b[0]], position[b[1]])
		distance := way.Len()
		if !(distance < reach[k]) || distance < laws.NoWay {
			continue
		}
		t := Touch{Masses: [4]uint32{a[0], a[1], b[0], b[1]}, Share: [4]float64{1 - along, along, other - 1, -other},
			Normal: way.Mul(1 / distance), Depth: reach[k] - distance, triangle: -1}
		s.law(&t, b[0])
		touches = append(touches, t)
	}
	return touches
}

// nearTriangle is a triangle that is nearer to a mass than D.
type nearTriangle struct {
	triangle        int32
	reach, distance float64 // [m]
	share           [3]float64
	way             model.Vec3
}

// lookAtMass adds the touches of mass k of masses. Of triangles that share a corner it touches the
// nearest, and of equals the first.
func (s *Set) lookAtMass(touches []Touch, near []nearTriangle, k int, position []model.Vec3) ([]Touch, []nearTriangle) {
	others, reach := s.lists.triangles.of(k)
	x := position[s.masses[k]]
	for j, t := range others {
		c := s.triangles[t]
		share, way := onTriangle(x, [3]model.Vec3{position[c[0]], position[c[1]], position[c[2]]})
		if d := way.Len(); d < reach[j] {
			near = append(near, nearTriangle{t, reach[j], d, share, way})
		}
	}
	for j := range near {
		if one := &near[j]; s.isNearest(near, j) {
			if t, ok := s.ofTriangle(k, one, position); ok {
				touches = append(touches, t)
			}
		}
	}
	return touches, near
}

// isNearest reports whether none of the triangles near a mass that share a corner with one of them
// is nearer, or as near and before it.
func (s *Set) isNearest(near []nearTriangle, j int) bool {
	one := &near[j]
	for l := range near {
		other := &near[l]
		if l != j && (other.distance < one.distance || other.distance == one.distance && l < j) {
			if common, _ := s.common(one.triangle, other.triangle); common > 0 {
				return false
			}
		}
	}
	return true
}

// ofTriangle returns the touch of mass k of masses with a triangle; false: it has no direction.
func (s *Set) ofTriangle(k int, one *nearTriangle, position []model.Vec3) (t Touch, ok bool) {
	c := s.triangles[one.triangle]
	t = Touch{Masses: [4]uint32{s.masses[k], c[0], c[1], c[2]}, Share: [4]float64{1, -one.share[0], -one.share[1], -one.share[2]},
		slot: int32(k), triangle: one.triangle, side: s.side(k, one.triangle)}
	a := position[c[0]]
	n := position[c[1]].Sub(a).Cross(position[c[2]].Sub(a))
	inside := min(one.share[0], one.share[1], one.share[2]) > 0 && n.Len() > 0
	height := 0.0
	if inside {
		n = n.Normalize()
		height = position[s.masses[k]].Sub(a).Dot(n)
	}
	if t.side == 0 && inside && height != 0 {
		t.side = 1
		if height < 0 {
			t.side = -1
		}
	}
	switch side := float64(t.side); {
	case inside && t.side != 0: // also where the mass has passed through
		t.Normal, t.Depth = n.Mul(side), one.reach-side*height
	case one.distance < laws.NoWay:
		return t, false
	default:
		t.Normal, t.Depth = one.way.Mul(1/one.distance), one.reach-one.distance
	}
	s.law(&t, c[0])
	return t, true
}
