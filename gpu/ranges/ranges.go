package ranges

import (
	"hooke/gpu/limits"
)

// Ranges divide masses or springs, so that what belongs to a range fits a storage
// block: a range is dispatched with windows of the arrays. The zero value of each
// means that there is one range without windows.
type Ranges struct {
	All  int64
	Each int64 // of every range but the last: a power of two, at least LeastRange
}

// LeastRange makes windows of arrays of words and of records of 12 bytes begin at
// multiples of 256 bytes, the largest alignment that OpenGL allows devices to want.
const LeastRange = 64

// Number is how many ranges there are, at least 1.
func (r Ranges) Number() int {
	if r.Each == 0 || r.All == 0 {
		return 1
	}
	return int((r.All + r.Each - 1) / r.Each)
}

// Bounds are the first item of range k, and how many it has.
func (r Ranges) Bounds(k int) (first, count int64) {
	if r.Each == 0 {
		return 0, r.All
	}
	first = int64(k) * r.Each
	return first, min(r.Each, r.All-first)
}

// Of is the range of an item.
func (r Ranges) Of(item int64) int {
	if r.Each == 0 {
		return 0
	}
	return int(item / r.Each)
}

// Windows are those of the ranges in an array with records of so many bytes, in which
// each range has all first words of its items, then all second ones, and so on.
func (r Ranges) Windows(bytes, words int64) []limits.Window {
	out := make([]limits.Window, r.Number())
	for k := range out {
		first, count := r.Bounds(k)
		out[k] = limits.Window{Offset: first * words * bytes, Bytes: max(1, count) * words * bytes}
	}
	return out
}

// Blocks lists the items of an array of words records each, part by part: from first
// on, where the first word of that one is, and how far behind each first word the
// second one is. Parts have most items or fewer.
func (r Ranges) Blocks(words, most int64, do func(first, count, at, second int64)) {
	for k := range r.Number() {
		begin, all := r.Bounds(k)
		for done := int64(0); done < all; done += most {
			do(begin+done, min(most, all-done), begin*words+done, all)
		}
	}
}

// Record is where the words of an item are in such an array.
func (r Ranges) Record(item, words int64) (first, second int64) {
	begin, count := r.Bounds(r.Of(item))
	first = begin*words + item - begin
	return first, first + count
}

// BlockItems is how many items blocks are read and written at a time.
const BlockItems = 1 << 20

// Span is a part of the items: from first to before end.
type Span struct{ First, End int64 }

// whole takes ranges of target in which the span lies.
func (s Span) whole(target Ranges) Span {
	if s.First >= s.End || target.Each == 0 {
		return Span{0, min(target.All, max(1, target.Each))}
	}
	return Span{s.First / target.Each * target.Each, min(target.All, (s.End+target.Each-1)/target.Each*target.Each)}
}

// Gathering says which items of an array each range of a pass reads here and there.
type Gathering struct {
	Window []int  // of each range: number of its window
	Spans  []Span // of the windows
}

// gatherAll reads from one window of everything.
func gatherAll(target Ranges, parts int) Gathering {
	return Gathering{Window: make([]int, parts), Spans: []Span{{0, max(1, target.All)}}}
}

// gatherSpans reads from a window for each range.
func gatherSpans(target Ranges, spans []Span) Gathering {
	g := Gathering{Window: make([]int, len(spans)), Spans: make([]Span, len(spans))}
	for k, s := range spans {
		g.Window[k], g.Spans[k] = k, s.whole(target)
	}
	return g
}

// Longest is the number of items of the longest window.
func (g Gathering) Longest() (n int64) {
	for _, s := range g.Spans {
		n = max(n, s.End-s.First)
	}
	return n
}

// Windows are those in an array.
func (g Gathering) Windows(bytes, words int64) []limits.Window {
	out := make([]limits.Window, len(g.Spans))
	for k, s := range g.Spans {
		out[k] = limits.Window{Offset: s.First * words * bytes, Bytes: (s.End - s.First) * words * bytes}
	}
	return out
}
