package ranges

import "hooke/gpu/limits"

// SpanSizes are the buffers of contacts that push edges and triangles, which stand before
// those of collisions in Sizes.
func SpanSizes(n Counts) []Size {
	if n.Spans == 0 {
		return nil
	}
	records := n.Contacts + n.Spans*n.perSpan()
	if n.SpanRanges > 0 {
		records = n.SpanRanges*paddedLevels(n) + n.Spans*n.perSpan()
	}
	named := func(name, record string, count int64) Size {
		return Size{Name: name, Bytes: sizeOf(record, count).Bytes}
	}
	sizes := []Size{
		sizeOf("Span", records),
		sizeOf("SpanPush", 3*n.Spans),
		named("SpanRubbed", "SpanPush", 3*n.RubbedSpans),
		named("SpanAt", "Incidence", n.Masses+1+n.Corners),
	}
	if n.Impulses {
		sizes = append(sizes, sizeOf("SpanKept", n.Contacts*n.Spans))
	}
	return sizes
}

// perSpan is the number of records of a span: its own, and one for each contact whose stiffness
// follows from masses.
func (n Counts) perSpan() int64 { return 1 + n.OwnStiffness }

// paddedLevels is the number of records that the levels of the contacts take in each range
// of spans.
func paddedLevels(n Counts) int64 { return (n.Contacts + LeastRange - 1) / LeastRange * LeastRange }

// SpanWindows are the windows of the spans: for each range the levels of the contacts, and
// then the spans, with all of their records.
func SpanWindows(spans Ranges, n Counts) (out []limits.Window) {
	record := sizeOf("Span", 1).Bytes
	for k := range spans.Number() {
		first, count := spans.Bounds(k)
		out = append(out, limits.Window{Offset: record * (int64(k)*paddedLevels(n) + first*n.perSpan()), Bytes: record * (n.Contacts + count*n.perSpan())})
	}
	return out
}

// divideSpans divides edges and triangles into ranges that fit a storage block.
func divideSpans(device limits.Limits, n Counts) (Ranges, error) {
	each := max(3*sizeOf("SpanPush", 1).Bytes, n.perSpan()*sizeOf("Span", 1).Bytes)
	return evenRanges(device, "edges and triangles", n.Spans, each, paddedLevels(n)*sizeOf("Span", 1).Bytes)
}
