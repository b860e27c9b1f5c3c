// The sums of the pushes of contacts on edges and triangles in a substep of the solver impulses [N·s], a row
// of all spans for each contact. A pass declares Params and SpanKept, and includes span.glsl, before it
// includes this.
uint keptAt(uint k, uint s) { return k * SPANS + s; }

void keepSpan(uint k, uint s, float pushed) { spanKept[keptAt(k, s)].value = pushed; }

#define spanKeptOf(k, s) spanKept[keptAt(k, s)].value

// isTouch says whether an excess is one: where the point that is pushed is an end, or on an edge,
// rounding leaves some: some roundings of the distances in the shape.
bool isTouch(Spanned all, Solid c, Pressed t) {
	return t.depth > 4e-7 * (size(all.a - c.p) + size(all.b - c.p) + size(all.c - c.p));
}
