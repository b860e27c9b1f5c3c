package meet

import (
	"hooke/laws"
	"hooke/model"
)

// Pair is two parts that are near, for engines that look at pairs themselves: with the masses and the law of
// a Touch, all that does not depend on the state.
type Pair struct {
	Masses          [4]uint32 // of one spring and the other, or the mass and the corners
	Triangle        int32     // number among Triangles; −1: two springs
	Reach           float64   // D [m]
	Stiffness       float64   // kc [N/m]
	Ratios          float64   // sum of both damping ratios
	Static, Kinetic float64   // μs and μk
}

// Triangles returns the triangles that collide, in the order of their numbers.
func (s *Set) Triangles() [][3]uint32 { return s.triangles }

// Near makes lists of a state with a skin [m], and returns their pairs: springs by their numbers, then masses with
// triangles by theirs.
func (s *Set) Near(position []model.Vec3, skin float64) []Pair {
	s.rules.Skin, s.lists.from = skin, nil
	s.update(position)
	var pairs []Pair
	for e, a := range s.edges {
		others, reach := s.lists.springs.of(e)
		for k, f := range others {
			b := s.edges[f]
			pairs = append(pairs, s.pair([4]uint32{a[0], a[1], b[0], b[1]}, b[0], -1, reach[k]))
		}
	}
	for k, mass := range s.masses {
		others, reach := s.lists.triangles.of(k)
		for j, t := range others {
			c := s.triangles[t]
			pairs = append(pairs, s.pair([4]uint32{mass, c[0], c[1], c[2]}, c[0], t, reach[j]))
		}
	}
	return pairs
}

// pair returns a pair with its law; second is a mass of the second part.
func (s *Set) pair(masses [4]uint32, second uint32, triangle int32, reach float64) Pair {
	a, b := s.surfaces(masses[0], second)
	return Pair{Masses: masses, Triangle: triangle, Reach: reach, Stiffness: laws.PairStiffness(a.Stiffness, b.Stiffness), Ratios: a.DampingRatio + b.DampingRatio,
		Static: laws.PairFriction(a.StaticFriction, b.StaticFriction), Kinetic: laws.PairFriction(a.KineticFriction, b.KineticFriction)}
}

// surfaces returns those of two parts, each by a mass of it.
func (s *Set) surfaces(first, second uint32) (a, b model.Surface) {
	return s.rules.Bodies[s.model.BodyOf(int(first))], s.rules.Bodies[s.model.BodyOf(int(second))]
}

// SidesOfMasses replaces the sides by those of all masses, four words each, as an engine keeps them: for the mass
// whose words begin at 4 i, i is its number.
func (s *Set) SidesOfMasses(words []int32) {
	for k, i := range s.masses {
		copy(s.sides[k][:], words[4*i:4*i+4])
	}
}
