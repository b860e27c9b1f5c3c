package gpu

import "hooke/gpu/glx"

// ranges divide masses or springs, so that what belongs to a range fits a storage
// block: a range is dispatched with windows of the arrays. The zero value of each
// means that there is one range without windows.
type ranges struct {
	all  int64
	each int64 // of every range but the last: a power of two, at least leastRange
}

// leastRange makes windows of arrays of words and of records of 12 bytes begin at
// multiples of 256 bytes, the largest alignment that OpenGL allows devices to want.
const leastRange = 64

func (r ranges) number() int {
	if r.each == 0 || r.all == 0 {
		return 1
	}
	return int((r.all + r.each - 1) / r.each)
}

// bounds are the first item of range k, and how many it has.
func (r ranges) bounds(k int) (first, count int64) {
	if r.each == 0 {
		return 0, r.all
	}
	first = int64(k) * r.each
	return first, min(r.each, r.all-first)
}

// of is the range of an item.
func (r ranges) of(item int64) int {
	if r.each == 0 {
		return 0
	}
	return int(item / r.each)
}

// windows are those of the ranges in an array with records of so many bytes, in which
// each range has all first words of its items, then all second ones, and so on.
func (r ranges) windows(bytes, words int64) []glx.Window {
	out := make([]glx.Window, r.number())
	for k := range out {
		first, count := r.bounds(k)
		out[k] = glx.Window{Offset: first * words * bytes, Bytes: max(1, count) * words * bytes}
	}
	return out
}

// blocks lists the items of an array of words records each, part by part: from first
// on, where the first word of that one is, and how far behind each first word the
// second one is. Parts have most items or fewer.
func (r ranges) blocks(words, most int64, do func(first, count, at, second int64)) {
	for k := range r.number() {
		begin, all := r.bounds(k)
		for done := int64(0); done < all; done += most {
			do(begin+done, min(most, all-done), begin*words+done, all)
		}
	}
}

// record is where the words of an item are in such an array.
func (r ranges) record(item, words int64) (first, second int64) {
	begin, count := r.bounds(r.of(item))
	first = begin*words + item - begin
	return first, first + count
}

// blockItems is how many items blocks are read and written at a time.
const blockItems = 1 << 20

// span is a part of the items: from first to before end.
type span struct{ first, end int64 }

// whole takes ranges of target in which the span lies.
func (s span) whole(target ranges) span {
	if s.first >= s.end || target.each == 0 {
		return span{0, min(target.all, max(1, target.each))}
	}
	return span{s.first / target.each * target.each, min(target.all, (s.end+target.each-1)/target.each*target.each)}
}

// gathering says which items of an array each range of a pass reads here and there.
type gathering struct {
	window []int  // of each range: number of its window
	spans  []span // of the windows
}

// gatherAll reads from one window of everything.
func gatherAll(target ranges, parts int) gathering {
	return gathering{window: make([]int, parts), spans: []span{{0, max(1, target.all)}}}
}

// gatherSpans reads from a window for each range.
func gatherSpans(target ranges, spans []span) gathering {
	g := gathering{window: make([]int, len(spans)), spans: make([]span, len(spans))}
	for k, s := range spans {
		g.window[k], g.spans[k] = k, s.whole(target)
	}
	return g
}

// longest is the number of items of the longest window.
func (g gathering) longest() (n int64) {
	for _, s := range g.spans {
		n = max(n, s.end-s.first)
	}
	return n
}

// windows are those in an array.
func (g gathering) windows(bytes, words int64) []glx.Window {
	out := make([]glx.Window, len(g.spans))
	for k, s := range g.spans {
		out[k] = glx.Window{Offset: s.first * words * bytes, Bytes: (s.end - s.first) * words * bytes}
	}
	return out
}
