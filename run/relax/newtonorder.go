package relax

import (
	"slices"

	"hooke/model"
	"hooke/model/rod/chain"
)

// mostEntries is the largest number of entries of a matrix that is made: 40 MB.
const mostEntries = 5_000_000

// number gives rows to all bodies that move, in an order in which neighbors are near each other: by breadth, from an
// end of each part, those with few neighbors first, and then backwards (E. Cuthill and J. McKee, 1969).
func (s *Problem) number() {
	next := make([][]int, s.bodies())
	join := func(a, b int) { next[a], next[b] = append(next[a], b), append(next[b], a) }
	for _, k := range s.springs {
		join(int(k.a), int(k.b))
	}
	for k := range s.set.Segments {
		ends := s.set.Segments[k].Ends
		join(int(ends[0]), int(ends[1]))
		join(int(ends[0]), s.body(k))
		join(int(ends[1]), s.body(k))
	}
	for _, j := range s.set.Joints {
		join(s.body(int(j.From)), s.body(int(j.To)))
	}
	s.row = make([]int, s.bodies())
	for i := range s.row {
		s.row[i] = -1
	}
	still := func(body int) bool {
		if body < s.model.MassCount() {
			return s.model.PinOf(body) == model.PinAll || s.model.Mass[body] == 0 && len(next[body]) == 0
		}
		return s.held[body-s.model.MassCount()] >= 0
	}
	order := ordered(next, still)
	for at, body := range order {
		s.row[body] = 3 * at
	}
	first := make([]int, 3*len(order))
	for at, body := range order {
		least := 3 * at
		for _, other := range next[body] {
			if s.row[other] >= 0 {
				least = min(least, s.row[other])
			}
		}
		for axis := range 3 {
			first[3*at+axis] = least
		}
	}
	s.moves, s.own, s.side = make([]float64, len(first)), make([]float64, len(first)), make([]float64, len(first))
	for _, body := range order {
		for axis := range 3 {
			if body >= s.model.MassCount() || s.model.PinOf(body)&(model.PinX<<axis) == 0 {
				s.moves[s.row[body]+axis] = 1
			}
		}
	}
	entries := 0
	for i, from := range first {
		entries += i - from + 1
	}
	if entries > mostEntries {
		first = nil // Solve says that it is too large
	}
	s.matrix = chain.NewSkyline(first)
}

// ordered returns the bodies that move, by breadth and backwards.
func ordered(next [][]int, still func(int) bool) (order []int) {
	seen := make([]bool, len(next))
	walk := func(from int, seen []bool) (line []int) {
		seen[from] = true
		line = []int{from}
		for k := 0; k < len(line); k++ {
			near := slices.Clone(next[line[k]])
			slices.SortStableFunc(near, func(a, b int) int { return len(next[a]) - len(next[b]) })
			for _, body := range near {
				if !seen[body] && !still(body) {
					seen[body] = true
					line = append(line, body)
				}
			}
		}
		return line
	}
	for body := range next {
		if seen[body] || still(body) {
			continue
		}
		part := walk(body, slices.Clone(seen))
		part = walk(part[len(part)-1], slices.Clone(seen)) // from one end, the other end is the better start
		order = append(order, walk(part[len(part)-1], seen)...)
	}
	slices.Reverse(order)
	return order
}
