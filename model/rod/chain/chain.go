// Package chain finds the rods of a model: their segments, the joints between segments, their
// inertia, and colors, so that all segments of one color can be worked on at the same time.
//
// Rods that are joined to each other can be solved all at once. Passes over single constraints
// carry a load only a few segments along a rod in each substep, so long rods hang through;
// elimination along the rod carries it all the way. NewParts makes a Part of each set of joined
// rods. A Part knows no law of rods: engines give it the blocks of
//
//	(M + Jᵀ G J) Δv = right side
//
// where v holds the velocities of masses and the spins of segments, M their inertia, and
// G = A S² Aᵀ the stiffness of each constraint at the substep, in the world. The bodies of a Part
// are in the order of a walk, leaves first, that leaves a branch before it enters the next one.
// A chain then has a narrow band, and a ring one long row. A Skyline keeps the matrix: each row
// from its first entry that is not zero to the diagonal, where elimination also fills in.
package chain

import (
	"hash/fnv"
	"math/bits"
	"slices"

	"hooke/model"
	"hooke/model/rod"
)

// Set holds the rods of a model. It never changes once made. The zero value is empty.
type Set struct {
	Segments []Segment
	Joints   []Joint
	// Ends and Bends are the segments, and the joints, color by color, in ascending order within
	// each: no two segments of a color share a mass, and no two joints of one a segment. A chain
	// has two colors of each.
	Ends, Bends [][]uint32
}

// Segment is a segment of a rod, in the order of springs.
type Segment struct {
	Spring        uint32
	Ends          model.Ends
	Length        float64 // ℓ at rest [m]
	Rod           rod.Rod
	Across, Along float64 // inertia against turning, see rod.Rod.Inertia [kg·m²]
}

// Joint joins a segment to the next one.
type Joint struct {
	From, To uint32     // numbers of segments: To begins at the mass where From ends
	Length   float64    // mean of theirs [m]
	Rest     model.Vec3 // u0 [1/m], of To
	Turns    model.Vec3 // (EI, EI, GJ)/ℓ, the harmonic mean of theirs [N·m]
	Delay    float64    // τ, the mean of theirs [s]
}

// Of finds the rods of a valid model. Every segment that begins at a mass is joined to the first
// segment that ends there; where none does, segments turn freely about the mass. Masses share their kilograms
// equally among the segments at them.
func Of(m *model.Model) *Set {
	s := &Set{}
	if m.Segments == nil || !m.HasRods() {
		return s
	}
	at := make([][]uint32, m.MassCount()) // segments of each mass
	for k := range m.Ends {
		if m.IsSegment(k) {
			number := uint32(len(s.Segments))
			for _, end := range m.Ends[k] {
				at[end] = append(at[end], number)
			}
			s.Segments = append(s.Segments, Segment{Spring: uint32(k), Ends: m.Ends[k], Length: m.RestLength[k], Rod: m.Materials[m.MaterialOf[k]].Rod})
		}
	}
	for k := range s.Segments {
		one, mass := &s.Segments[k], 0.0
		for _, end := range one.Ends {
			mass += m.Mass[end] / float64(len(at[end]))
		}
		one.Across, one.Along = one.Rod.Inertia(mass, one.Length)
	}
	for mass := range at {
		s.join(m, uint32(mass), at[mass])
	}
	s.color(at)
	return s
}

// join adds the joints at a mass.
func (s *Set) join(m *model.Model, mass uint32, at []uint32) {
	first := slices.IndexFunc(at, func(i uint32) bool { return s.Segments[i].Ends[1] == mass })
	if first < 0 {
		return
	}
	i := at[first]
	for _, j := range at {
		if from, to := &s.Segments[i], &s.Segments[j]; to.Ends[0] == mass {
			length := (from.Length + to.Length) / 2
			s.Joints = append(s.Joints, Joint{From: i, To: j, Length: length, Rest: m.Segments[to.Spring].Darboux,
				Turns: inRow(from.Rod.Turns(length), to.Rod.Turns(length)), Delay: (from.Rod.Delay + to.Rod.Delay) / 2})
		}
	}
}

// inRow returns the stiffness of two halves in a row, 2 a b/(a + b) of each component; 0 where one is 0.
func inRow(a, b model.Vec3) (out model.Vec3) {
	for k := range out {
		if a[k] == b[k] {
			out[k] = a[k]
		} else if a[k] > 0 && b[k] > 0 {
			out[k] = 2 / (1/a[k] + 1/b[k])
		}
	}
	return out
}

// color gives each segment, and each joint, in ascending order, the first color that nothing has
// which shares a mass, or a segment, with it. model.MaxSegments keeps both below 64.
func (s *Set) color(at [][]uint32) {
	masses, segments := make([]uint64, len(at)), make([]uint64, len(s.Segments))
	s.Ends = colored(len(s.Segments), masses, func(k int) (uint32, uint32) { return s.Segments[k].Ends[0], s.Segments[k].Ends[1] })
	s.Bends = colored(len(s.Joints), segments, func(k int) (uint32, uint32) { return s.Joints[k].From, s.Joints[k].To })
}

// colored returns numbers by color; taken holds, as bits, the colors of everything that pairs
// share.
func colored(count int, taken []uint64, pair func(k int) (a, b uint32)) (out [][]uint32) {
	for k := range count {
		a, b := pair(k)
		c := bits.TrailingZeros64(^(taken[a] | taken[b]))
		taken[a], taken[b] = taken[a]|1<<c, taken[b]|1<<c
		if c == len(out) {
			out = append(out, nil)
		}
		out[c] = append(out[c], uint32(k))
	}
	return out
}

// Sum returns a number that two sets share only if their colors are the same, for all that is likely.
func (s *Set) Sum() uint64 {
	sum := fnv.New64a()
	for _, colors := range [][][]uint32{s.Ends, s.Bends} {
		for _, color := range colors {
			for _, k := range color {
				sum.Write([]byte{byte(k), byte(k >> 8), byte(k >> 16), byte(k >> 24)})
			}
			sum.Write([]byte{0xff})
		}
	}
	return sum.Sum64()
}

// Held returns the clamps that hold each segment, by its number; −1 where none does. The last clamp
// that names a mass of a segment holds it.
func (s *Set) Held(clamps []model.Clamp) []int {
	held := make([]int, len(s.Segments))
	for k := range held {
		held[k] = -1
	}
	for c := range clamps {
		named := map[uint32]bool{}
		for _, i := range clamps[c].Masses {
			named[i] = true
		}
		for k := range s.Segments {
			if ends := s.Segments[k].Ends; clamps[c].Masses == nil || named[ends[0]] || named[ends[1]] {
				held[k] = c
			}
		}
	}
	return held
}
