// What contacts have pushed edges and triangles in a substep of the solver impulses so far
// [N·s], a row of all spans for each contact. A pass declares Params and SpanKept, and includes
// span.glsl, before it includes this.
uint keptAt(uint k, uint s) { return k * SPANS + s; }

void keepSpan(uint k, uint s, real pushed) {
	spanKept[keptAt(k, s)].value = float(pushed);
#if PRECISION == DOUBLE
	spanKept[keptAt(params.contactCount + k, s)].value = float(pushed - real(float(pushed)));
#endif
}

#if PRECISION == DOUBLE
#define spanKeptOf(k, s) (real(spanKept[keptAt(k, s)].value) + real(spanKept[keptAt(params.contactCount + k, s)].value))
#else
#define spanKeptOf(k, s) spanKept[keptAt(k, s)].value
#endif

// isTouch says whether an excess is one: where the point that is pushed is an end, or on an edge,
// rounding leaves some. In float32 that is some roundings of the distances in the shape.
bool isTouch(Spanned all, Solid c, Pressed t) {
#if PRECISION == DOUBLE
	return t.depth >= real(1e-12);
#else
	return t.depth > real(4e-7) * (size(all.a - c.p) + size(all.b - c.p) + size(all.c - c.p));
#endif
}
