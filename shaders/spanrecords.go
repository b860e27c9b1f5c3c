package shaders

// These are the storage records of contacts that push edges and triangles.
type (
	// Span is an edge or a triangle. The array begins with a record for each contact, whose
	// Touches selects the spans that it pushes; the spans follow. If the stiffness of that
	// contact follows from masses, A of its record is the first of as many records behind
	// these, of which A and B have the bits of kc and bc of each span. It takes 16 bytes.
	Span struct {
		A, B, C uint32 // its masses; C is all ones of an edge
		Touches uint32 // of a contact: 0 masses alone, 1 edges, 2 triangles, too
	}
	// SpanPush is the push of contacts on a corner of a span, three for each; see
	// span_corners.glsl. It takes 16 bytes.
	SpanPush struct {
		X, Y, Z float32 // force [N], or impulse of friction [N·s]
		Touches uint32  // of the span with contacts that have friction; in the solver impulses with all
	}
	// SpanKept is the impulse of a contact on a span in a substep of the solver impulses so
	// far, a row of all spans for each contact. It takes 4 bytes.
	SpanKept struct {
		Value float32 // [N·s]
	}
)

// spanRecords are the blocks of contacts with spans.
func spanRecords() []Record {
	return []Record{
		storage("Span", BindSpan, "span", Span{}),
		storage("SpanPush", BindSpanPush, "spanPush", SpanPush{}),
		storage("SpanKept", BindSpanKept, "spanKept", SpanKept{}),
	}
}
