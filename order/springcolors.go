package order

import (
	"hash/fnv"
	"math"
	"math/bits"
	"slices"

	"hooke/model"
)

// MaxColors is the largest number of colors. A mass with more springs than that, a hub, leaves
// some without a color.
const MaxColors = 64

// SpringColors holds a coloring of springs. The zero value is that of a model without springs.
type SpringColors struct {
	// Order lists the springs color by color, in ascending order within each. Springs without a
	// color come last, in ascending order, too.
	Order []uint32
	// First is where each color begins in Order, and behind the last color where those without
	// a color begin. Its length is the number of colors plus 1.
	First []int
	// Rounds is how many of the colors, the last ones, are of attachments: the first round has
	// the first attachment of each mass, the next round the second of those that have two.
	// Those of a round share anchors and no other mass: anchors are pinned, so that no pass
	// changes them.
	Rounds int
	// Differences are the differences of the numbers of ends, ascending, where arithmetic gives the
	// colors: those of Differences[k] = d whose lower end is a have the color 2k where ⌊a/d⌋
	// is even, else 2k + 1. nil where it does not.
	Differences []int
	// Sharers is the largest number of springs without a color at either end of each such
	// spring, in their order; a Jacobi step divides their impulses by it.
	Sharers []int
}

// Count returns the number of colors.
func (s *SpringColors) Count() int { return max(0, len(s.First)-1) }

// Structural returns the number of colors that are not of attachments. They come first.
func (s *SpringColors) Structural() int { return s.Count() - s.Rounds }

// Color returns the springs of a color.
func (s *SpringColors) Color(c int) []uint32 { return s.Order[s.First[c]:s.First[c+1]] }

// Rest returns the springs without a color.
func (s *SpringColors) Rest() []uint32 {
	if s.First == nil {
		return nil
	}
	return s.Order[s.First[len(s.First)-1]:]
}

// Sum returns a number that two colorings share, with near certainty, only if their orders
// are equal; checkpoints compare it.
func (s *SpringColors) Sum() uint64 { return sumOf(s.First, s.Order) }

// sumOf returns a sum over indices and numbers in their order.
func sumOf(firsts []int, numbers []uint32) uint64 {
	sum := fnv.New64a()
	var word [8]byte
	put := func(x uint64) {
		for k := range word {
			word[k] = byte(x >> (8 * k))
		}
		sum.Write(word[:])
	}
	for _, first := range firsts {
		put(uint64(first))
	}
	for _, n := range numbers {
		put(uint64(n))
	}
	return sum.Sum64()
}

// ColorSprings colors the springs of a model. Where the numbers of ends differ by few numbers, as
// in rows of masses, arithmetic gives the colors: springs of one difference d form chains a,
// a + d, a + 2d, ..., along which ⌊a/d⌋ is even and odd in turn. A full lattice has 26 colors,
// a cloth with shear and bend springs 12, a rope 2. Else each spring, in ascending order,
// takes the first color that neither of its ends has. It takes 4 bytes per spring, and 1 per
// spring and 16 per mass for a while.
func ColorSprings(m *model.Model) SpringColors {
	var s SpringColors
	color := make([]uint8, m.SpringCount())
	if s.Differences = differences(m); s.Differences != nil {
		each(m, func(spring int, a, b uint32) { color[spring] = byDifference(s.Differences, a, b) })
		s.sort(color, s.attach(m, color, 2*len(s.Differences)))
		return s
	}
	taken, colors := make([]uint64, m.MassCount()), 0 // colors of the springs at each mass, by bits
	each(m, func(spring int, a, b uint32) {
		c := bits.TrailingZeros64(^(taken[a] | taken[b]))
		color[spring] = none
		if c < MaxColors {
			color[spring] = uint8(c)
			taken[a], taken[b], colors = taken[a]|1<<c, taken[b]|1<<c, max(colors, c+1)
		}
	})
	s.sort(color, s.attach(m, color, colors))
	s.share(m)
	return s
}

// none is the color of a spring without one.
const none = math.MaxUint8

// attach gives attachments the colors behind the others, and returns the number of all colors.
func (s *SpringColors) attach(m *model.Model, color []uint8, colors int) int {
	if m.Attachments == 0 {
		return colors
	}
	round := make([]uint8, m.MassCount()) // attachments of each mass so far
	for spring := m.StructuralCount(); spring < m.SpringCount(); spring++ {
		at := &round[m.Ends[spring][0]]
		color[spring] = uint8(colors) + *at
		*at++
		s.Rounds = max(s.Rounds, int(*at))
	}
	return colors + s.Rounds
}

// byDifference returns the color of a spring between a and b by arithmetic.
func byDifference(differences []int, a, b uint32) uint8 {
	lower, d := int(min(a, b)), int(max(a, b)-min(a, b))
	k, _ := slices.BinarySearch(differences, d)
	return uint8(2*k + lower/d%2)
}

// sort orders springs by color, where a color from colors on is none.
func (s *SpringColors) sort(color []uint8, colors int) {
	s.First = make([]int, colors+1)
	next := make([]int, colors+2)
	for _, c := range color {
		next[min(int(c), colors)+1]++
	}
	for c := 1; c < len(next); c++ {
		next[c] += next[c-1]
	}
	copy(s.First, next)
	s.Order = make([]uint32, len(color))
	for spring, c := range color {
		at := min(int(c), colors)
		s.Order[next[at]] = uint32(spring)
		next[at]++
	}
}

// share counts springs without a color at masses.
func (s *SpringColors) share(m *model.Model) {
	rest := s.Rest()
	if len(rest) == 0 {
		return
	}
	count := map[uint32]int{}
	for _, spring := range rest {
		ends, _, _ := m.Spring(int(spring))
		count[ends[0]]++
		count[ends[1]]++
	}
	s.Sharers = make([]int, len(rest))
	for k, spring := range rest {
		ends, _, _ := m.Spring(int(spring))
		s.Sharers[k] = max(count[ends[0]], count[ends[1]])
	}
}

// differences returns the differences of the mass numbers of springs' ends, ascending, if
// arithmetic may color them: if some mass has springs of each difference to both sides, so
// that no coloring has fewer colors, and no two springs have the same ends. It returns nil
// otherwise.
func differences(m *model.Model) []int {
	var list []int
	degree, few := make([]int32, m.MassCount()), true
	each(m, func(_ int, a, b uint32) {
		degree[a]++
		degree[b]++
		d := int(max(a, b) - min(a, b))
		if at, known := slices.BinarySearch(list, d); !known && few {
			list = slices.Insert(list, at, d)
			few = len(list) <= MaxColors/2
		}
	})
	if len(list) == 0 || !few || 2*len(list) > int(slices.Max(degree)) || twice(m, list) {
		return nil
	}
	return list
}

// twice reports whether two springs have the same ends.
func twice(m *model.Model, differences []int) (found bool) {
	seen := make([]uint32, m.MassCount()) // differences of the springs whose lower end a mass is, by bits
	each(m, func(_ int, a, b uint32) {
		k, _ := slices.BinarySearch(differences, int(max(a, b)-min(a, b)))
		lower := min(a, b)
		found = found || seen[lower]>>k&1 != 0
		seen[lower] |= 1 << k
	})
	return found
}

// each calls do with all springs but attachments, in ascending order.
func each(m *model.Model, do func(spring int, a, b uint32)) {
	last := m.StructuralCount()
	m.EachSprings(func(first int, some model.Springs) bool {
		for k, ends := range some.Ends {
			if first+k == last {
				return false
			}
			do(first+k, ends[0], ends[1])
		}
		return true
	})
}
