package ranges

import "hooke/gpu/limits"

// SpanSizes are the buffers of contacts that push edges and triangles, which stand before
// those of collisions in Sizes.
func SpanSizes(n Counts) []Size {
	if n.Spans == 0 {
		return nil
	}
	_, words := n.Precision.Words()
	records := n.Contacts + n.Spans
	if n.SpanRanges > 0 {
		records = n.SpanRanges*paddedLevels(n) + n.Spans
	}
	named := func(name, record string, count int64) Size { return Size{name, sizeOf(record, count).Bytes} }
	return []Size{
		sizeOf("Span", records),
		sizeOf("SpanPush", 3*n.Spans*words),
		named("SpanRubbed", "SpanPush", 3*n.RubbedSpans*n.RubbedWords()),
		named("SpanAt", "Incidence", n.Masses+1+n.Corners),
		sizeOf("SpanBegun", n.Begun*words),
	}
}

// RubbedWords is how many records the friction on a corner takes: the words of the impulse,
// and one for the work of surfaces that move, where a ledger sums that.
func (n Counts) RubbedWords() int64 {
	_, words := n.Precision.Words()
	if n.Given {
		words++
	}
	return words
}

// paddedLevels is the number of records that the levels of the contacts take in each range
// of spans.
func paddedLevels(n Counts) int64 { return (n.Contacts + LeastRange - 1) / LeastRange * LeastRange }

// SpanWindows are the windows of the spans: for each range the levels of the contacts, and
// then the spans.
func SpanWindows(spans Ranges, n Counts) (out []limits.Window) {
	record := sizeOf("Span", 1).Bytes
	for k := range spans.Number() {
		first, count := spans.Bounds(k)
		out = append(out, limits.Window{Offset: record * (int64(k)*paddedLevels(n) + first), Bytes: record * (n.Contacts + count)})
	}
	return out
}

// divideSpans divides edges and triangles into ranges that fit a storage block.
func divideSpans(device limits.Limits, n Counts) (Ranges, error) {
	return evenRanges(device, "edges and triangles", n.Spans, 3*n.RubbedWords()*sizeOf("SpanPush", 1).Bytes, paddedLevels(n)*sizeOf("Span", 1).Bytes)
}
