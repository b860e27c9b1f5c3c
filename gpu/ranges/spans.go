package ranges

import "hooke/gpu/limits"

// perSpan returns the number of records of a span: its own, and one for each contact whose stiffness
// follows from masses.
func (n Counts) perSpan() int64 { return 1 + n.OwnStiffness }

// paddedLevels returns the number of records that the levels of the contacts take in each range
// of spans.
func paddedLevels(n Counts) int64 { return (n.Contacts + LeastRange - 1) / LeastRange * LeastRange }

// SpanWindows returns the windows of the spans: for each range the levels of the contacts, and
// then the spans, with all of their records.
func SpanWindows(spans Ranges, n Counts) (out []limits.Window) {
	record := bytesOf("Span")
	for k := range spans.Number() {
		first, count := spans.Bounds(k)
		out = append(out, limits.Window{Offset: record * (int64(k)*paddedLevels(n) + first*n.perSpan()), Bytes: record * (n.Contacts + count*n.perSpan())})
	}
	return out
}

// divideSpans divides edges and triangles into ranges that fit a storage block.
func divideSpans(device limits.Limits, n Counts) (Ranges, error) {
	return evenRanges(device, "edges and triangles", n.Spans, n.each(ofSpans, n.Spans), paddedLevels(n)*bytesOf("Span"))
}
