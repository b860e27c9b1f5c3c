#version 430 core
// Pass span-count: begin a substep of the solver impulses for contacts that push edges and
// triangles.
//
// reads:  position, contact, span
// writes: spanPush, spanKept
// formula: touches of a span = contacts that it is in deep enough (span_kept.glsl); λ = 0 of each
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_CORNERS

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Contact(readonly);
STORAGE_Span(readonly);
STORAGE_SpanKept(writeonly);
STORAGE_SpanPush(restrict);
#include "state.glsl"
#define SPAN_PLACE(i) positionOf(i)
#include "contact.glsl"
#include "span.glsl"
#include "span_corners.glsl"
#include "span_kept.glsl"

void main() {
	uint s = invocation();
	if (s >= SPANS) {
		return;
	}
	Spanned all = spanOf(s);
	uint touches = 0u;
	for (uint k = 0u; k < params.contactCount; k++) {
		keepSpan(k, s, 0.0);
		if (span[k].touches == 0u || !moves(all)) {
			continue;
		}
		Solid c = spanSolid(k);
		touches += isTouch(all, c, excessOf(all, k, c)) ? 1u : 0u;
	}
	for (uint corner = 0u; corner < 3u; corner++) {
		setCorner(3u * s + corner, vec3(0.0), touches);
	}
}
