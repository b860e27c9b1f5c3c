package ranges

import (
	"hooke/gpu/limits"
)

// Ranges divide masses or springs, so that the arrays of a range fit a storage block: a
// pass is dispatched for each range, with windows of the arrays.
type Ranges struct {
	All  int64 // number of items in all ranges
	Each int64 // number of items in every range but the last: a power of two, at least LeastRange; 0: there is one range
}

// LeastRange is the least number of items in a range. With it, windows of arrays of words
// and of records of 12 bytes begin at multiples of 256 bytes, the largest alignment that
// OpenGL lets a device ask for.
const LeastRange = 64

// Number returns the number of ranges, at least 1.
func (r Ranges) Number() int {
	if r.Each == 0 || r.All == 0 {
		return 1
	}
	return int((r.All + r.Each - 1) / r.Each)
}

// Bounds returns the first item of range k and the number of its items.
func (r Ranges) Bounds(k int) (first, count int64) {
	if r.Each == 0 {
		return 0, r.All
	}
	first = int64(k) * r.Each
	return first, min(r.Each, r.All-first)
}

// Of returns the number of the range that has an item.
func (r Ranges) Of(item int64) int {
	if r.Each == 0 {
		return 0
	}
	return int(item / r.Each)
}

// Windows returns the windows of the ranges in an array with records of the given number of bytes. In it
// each range has the first words of all its items, then the second words, and so on.
func (r Ranges) Windows(bytes, words int64) []limits.Window {
	out := make([]limits.Window, r.Number())
	for k := range out {
		first, count := r.Bounds(k)
		out[k] = limits.Window{Offset: first * words * bytes, Bytes: max(1, count) * words * bytes}
	}
	return out
}

// Blocks calls do for all items of an array, part by part, where an item has the given number of words
// and each word is a record. A part has count items, at most most, from item first on; the
// record at holds the first word of item first, and the second word of each item is second
// records behind its first.
func (r Ranges) Blocks(words, most int64, do func(first, count, at, second int64)) {
	for k := range r.Number() {
		begin, all := r.Bounds(k)
		for done := int64(0); done < all; done += most {
			do(begin+done, min(most, all-done), begin*words+done, all)
		}
	}
}

// Record returns the records of the first and of the second word of an item, in an array
// as Blocks describes it.
func (r Ranges) Record(item, words int64) (first, second int64) {
	begin, count := r.Bounds(r.Of(item))
	first = begin*words + item - begin
	return first, first + count
}

// BlockItems is the number of items that are read or written at a time; see Ranges.Blocks.
const BlockItems = 1 << 20

// Span is a part of the items: from First to before End.
type Span struct{ First, End int64 }

// whole widens the span to whole ranges of target. An empty span becomes the first range.
func (s Span) whole(target Ranges) Span {
	if s.First >= s.End || target.Each == 0 {
		return Span{0, min(target.All, max(1, target.Each))}
	}
	return Span{s.First / target.Each * target.Each, min(target.All, (s.End+target.Each-1)/target.Each*target.Each)}
}

// Gathering describes which items of an array each range of a pass reads, beyond its own.
type Gathering struct {
	Window []int  // for each range, the number of its window
	Spans  []Span // for each window, the items in it
}

// gatherAll lets all of the ranges read from one window, which has all items.
func gatherAll(target Ranges, parts int) Gathering {
	return Gathering{Window: make([]int, parts), Spans: []Span{{0, max(1, target.All)}}}
}

// gatherSpans lets each range read from a window of its own, which has the items of its
// span.
func gatherSpans(target Ranges, spans []Span) Gathering {
	g := Gathering{Window: make([]int, len(spans)), Spans: make([]Span, len(spans))}
	for k, s := range spans {
		g.Window[k], g.Spans[k] = k, s.whole(target)
	}
	return g
}

// Longest returns the number of items of the longest window.
func (g Gathering) Longest() (n int64) {
	for _, s := range g.Spans {
		n = max(n, s.End-s.First)
	}
	return n
}

// Windows returns the windows in an array whose items have the given number of words, each in a record of
// the given number of bytes.
func (g Gathering) Windows(bytes, words int64) []limits.Window {
	out := make([]limits.Window, len(g.Spans))
	for k, s := range g.Spans {
		out[k] = limits.Window{Offset: s.First * words * bytes, Bytes: (s.End - s.First) * words * bytes}
	}
	return out
}
