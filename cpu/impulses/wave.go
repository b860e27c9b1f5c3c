package impulses

import (
	"math"
	"slices"
	"sort"

	"hooke/cpu/table"
)

// rows are the items that a pass visits in an order by lanes, ascending: each touches only
// masses of the lanes first to last−1 of span. The items of a pass touch different data.
type rows struct {
	from, to int
	span     func(place int) (first, last int)
	visit    func(first, last int, b *book) (bad bool)
	kernel   kernel // that takes many turns at once, also of several passes
	fresh    bool   // whether impulses are 0 before its visits
}

// kernel is which kernel does a pass.
type kernel int

const (
	another kernel = iota
	visits
	warms
)

// turn is a part of a pass: its items from first to last−1. Kernels read it.
type turn struct {
	pass, first, last int32
	kept              uint32 // a bit for each of 16 springs: whether it has an impulse already
}

// kept returns the bits of a turn.
func kept(fresh bool) uint32 {
	if fresh {
		return 0
	}
	return 0xffff
}

// wave is several passes that follow each other, done as one or two: they visit the masses of
// some lanes one after the other, while these are in a near cache, before the first of them
// continues. An item is visited after all work of earlier passes on its masses, so that
// states are those of pass after pass, bit for bit.
//
// Lanes are divided into parts. In a part each pass leaves out items that touch masses of a
// neighbor: these seams between parts are done after the parts. It takes 16 bytes for each
// turn.
type wave struct {
	passes []rows
	parts  [][]turn
	seams  [][]turn
}

// stepLanes is how far the first pass of a wave continues before the others follow.
const stepLanes = 64 * table.Width

// mostUneven is how much longer than an even share of the work the longest part and the longest
// seam may take together, for a wave to be worth it.
const mostUneven = 1.35

// newWave divides passes over some lanes into the given number of parts; false where those are too small.
func newWave(passes []rows, lanes, parts int) (w wave, ok bool) {
	w.passes = passes
	var all []int // behind the items of each pass
	for _, p := range passes {
		all = append(all, p.to)
	}
	begins, ends := make([][]int, parts), make([][]int, parts) // of each part, where each pass begins and ends
	for k := range parts {
		low, high := part(lanes, k, parts), part(lanes, k+1, parts)
		if k == parts-1 {
			high = math.MaxInt
		}
		begins[k] = w.begins(low)
		var turns []turn
		turns, ends[k] = w.through(begins[k], all, high)
		if w.left(begins[k]) > w.right(ends[k]) {
			return w, false // the seams at both sides of it touch each other
		}
		w.parts = append(w.parts, turns)
	}
	for k := 1; k < parts; k++ {
		turns, _ := w.through(ends[k-1], begins[k], math.MaxInt)
		w.seams = append(w.seams, turns)
	}
	inParts, longestPart := size(w.parts)
	inSeams, longestSeam := size(w.seams)
	return w, float64((longestPart+longestSeam)*parts) <= mostUneven*float64(inParts+inSeams)
}

// part returns the lane at which one of some parts of lanes begins.
func part(lanes, k, parts int) int { return lanes * k / parts / table.Width * table.Width }

// size returns the number of items in lists of turns, and in the longest list.
func size(lists [][]turn) (all, longest int) {
	for _, list := range lists {
		sum := 0
		for _, t := range list {
			sum += int(t.last - t.first)
		}
		all, longest = all+sum, max(longest, sum)
	}
	return all, longest
}

// begins returns the first item of each pass that touches no masses below a lane, and no masses to which an
// earlier pass has something left to do there.
func (w *wave) begins(low int) (places []int) {
	for _, p := range w.passes {
		at := p.from + sort.Search(p.to-p.from, func(k int) bool {
			first, _ := p.span(p.from + k)
			return first >= low
		})
		if at > p.from {
			_, last := p.span(at - 1)
			low = max(low, last)
		}
		places = append(places, at)
	}
	return places
}

// left returns the lane above all that passes touch before those items, and right the lowest one that
// they touch from those items on.
func (w *wave) left(places []int) (lane int) {
	for k, p := range w.passes {
		if places[k] > p.from {
			_, last := p.span(places[k] - 1)
			lane = max(lane, last)
		}
	}
	return lane
}

func (w *wave) right(places []int) int {
	lane := math.MaxInt
	for k, p := range w.passes {
		if places[k] < p.to {
			first, _ := p.span(places[k])
			lane = min(lane, first)
		}
	}
	return lane
}

// through visits items of each pass, from those of begin on and before those of end, whose masses
// are below a lane. next are those that it has not visited.
func (w *wave) through(begin, end []int, high int) (turns []turn, next []int) {
	next = append(next, begin...)
	for edge := min(high, w.right(next)); !slices.Equal(next, end); {
		edge = min(high, edge+stepLanes)
		done := edge // all that the passes before do is done below this lane
		for k, p := range w.passes {
			at := next[k]
			for at < end[k] {
				if _, last := p.span(at); last > done {
					break
				}
				at++
			}
			if at > next[k] {
				turns = append(turns, turn{int32(k), int32(next[k]), int32(at), kept(p.fresh)})
				next[k] = at
			}
			if at < end[k] {
				first, _ := p.span(at)
				done = min(done, first)
			}
		}
		if edge == high {
			break
		}
	}
	return turns, next
}

// follow visits the items of some turns of a wave.
func (s *Solver[T]) follow(w *wave, turns []turn) (bad bool) {
	for len(turns) > 0 {
		p, count := &w.passes[turns[0].pass], 1
		for p.kernel != another && count < len(turns) && w.passes[turns[count].pass].kernel == p.kernel {
			count++
		}
		switch p.kernel {
		case visits:
			s.springs.fast.visits(&s.springs, &s.motion, turns[:count])
		case warms:
			s.springs.fast.warms(&s.springs, &s.motion, turns[:count], T(s.warm()))
		default:
			bad = p.visit(int(turns[0].first), int(turns[0].last), nil) || bad
		}
		turns = turns[count:]
	}
	return bad
}

func (w *wave) bytes() (bytes int64) {
	for _, list := range [][][]turn{w.parts, w.seams} {
		for _, turns := range list {
			bytes += 16 * int64(len(turns))
		}
	}
	return bytes
}

// fuse makes waves of passes that follow each other, where they visit masses and springs in their
// order by lanes.
func (s *Solver[T]) fuse() {
	all := s.passes
	s.passes, s.waves = nil, s.waves[:0]
	for len(all) > 0 {
		count := 0
		for count < len(all) && all[count].rows.visit != nil {
			count++
		}
		if w, ok := newWave(rowsOf(all[:count]), len(s.given.Masses.PerMass), s.threads()); count > 1 && ok {
			s.waves = append(s.waves, w)
			s.passes = append(s.passes, s.wavePasses(&w)...)
		} else {
			count = max(1, count)
			s.passes = append(s.passes, all[:count]...)
		}
		all = all[count:]
	}
}

func rowsOf(passes []pass) (out []rows) {
	for _, p := range passes {
		out = append(out, p.rows)
	}
	return out
}

// wavePasses returns the passes that do a wave.
func (s *Solver[T]) wavePasses(w *wave) (out []pass) {
	for _, lists := range [][][]turn{w.parts, w.seams} {
		if len(lists) > 0 {
			out = append(out, pass{blocks: len(lists), do: func(block int, _ *book) bool { return s.follow(w, lists[block]) }})
		}
	}
	return out
}
