#version 430 core
// Pass book-spans: what dampers of contacts take of edges and triangles in a substep of the solver
// impulses, by the velocities in which it ends, before masses move. It is there in runs with a
// ledger.
//
// reads:  position, velocity, contact, span, spanKept, touches of spanPush
// writes: works (each span its own)
// formula: contact damping += h bc ((v_q − v_s)·n)² of each contact that pushes
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"
#define WRITES_CORNERS

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Contact(readonly);
STORAGE_Span(readonly);
STORAGE_SpanKept(restrict);
STORAGE_SpanPush(restrict);
STORAGE_SpanWork(restrict);
#include "state.glsl"
#define SPAN_PLACE(i) positionOf(i)
#include "contact.glsl"
#include "span.glsl"
#include "span_corners.glsl"
#include "span_kept.glsl"
#define WORK_ROW SPANS
#include "works.glsl"

void main() {
	uint s = invocation();
	if (s >= SPANS || touchesAt(3u * s) == 0u) {
		return;
	}
	Spanned all = spanOf(s);
	real taken = real(0.0);
	for (uint k = 0u; k < params.contactCount; k++) {
		if (!(spanKeptOf(k, s) > real(0.0))) {
			continue;
		}
		Solid c = spanSolid(k);
		Pressed t = excessOf(all, k, c);
#ifdef SPANS_PER_MASS
		c = metBy(c, k, s, all);
#endif
		real3 v = meanOf(t, velocityOf(all.mass.x), velocityOf(all.mass.y), velocityOf(all.mass.z));
#if MOVING
		v -= surfaceAt(c, meanOf(t, all.a, all.b, all.c), t.normal, real(0.0));
#endif
		real u = dot(v, t.normal);
		taken += DT * c.damping * u * u;
	}
	if (taken != real(0.0)) {
		book(WORK_CONTACT_DAMPING, s, taken);
	}
}
