#version 430 core
// Pass span-press: visit the contacts of each edge and triangle in a substep of the solver impulses, all with
// the velocities before the visit and with a share of their change (Jacobi).
//
// reads:  position, velocity, contact, span, incidence (of corners), touches of spanPush
// writes: spanKept, spanPush
// formula, with the excess e, n, kc and bc of the start of the substep (span.glsl), v_q of the
// pushed point against the surface, W = Σ share² n·w n of the corners, a = h² kc + h bc, and c the
// most touches of a corner:
//   Δ = (h kc e − a v_q·n − λ)/(1 + a W),   λ ← max(0, λ + Δ/c);   to each corner share Δλ n
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_CORNERS

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Contact(readonly);
STORAGE_Span(readonly);
STORAGE_Incidence(readonly);
STORAGE_SpanKept(restrict);
STORAGE_SpanPush(restrict);
#include "state.glsl"
#define SPAN_PLACE(i) positionOf(i)
#include "contact.glsl"
#include "span.glsl"
#include "span_corners.glsl"
#include "span_touches.glsl"
#include "span_kept.glsl"
#include "pins.glsl"

// weightOf is n·w n of a mass [1/kg].
float weightOf(uint i, vec3 n) {
	vec3 free = unpinned(n, pinOf(i));
	return inverseMassOf(i) * dot(free, free);
}

void main() {
	uint s = invocation();
	if (s >= SPANS) {
		return;
	}
	vec3 onA = vec3(0.0);
	vec3 onB = vec3(0.0);
	vec3 onC = vec3(0.0);
	if (touchesAt(3u * s) > 0u) {
		Spanned all = spanOf(s);
		vec3 vA = velocityOf(all.mass.x);
		vec3 vB = velocityOf(all.mass.y);
		vec3 vC = velocityOf(all.mass.z);
		float most = float(max(mostTouches(all.mass), 1u));
		for (uint k = 0u; k < params.contactCount; k++) {
			if (span[k].touches == 0u) {
				continue;
			}
			Solid c = spanSolid(k);
			Pressed t = excessOf(all, k, c);
			if (!isTouch(all, c, t)) {
				continue;
			}
#ifdef SPANS_PER_MASS
			c = metBy(c, k, s, all);
#endif
			vec3 w = vec3(weightOf(all.mass.x, t.normal), weightOf(all.mass.y, t.normal), weightOf(all.mass.z, t.normal));
			float W = dot(t.share * t.share, w);
			if (W == 0.0) {
				continue;
			}
			vec3 v = meanOf(t, vA, vB, vC);
#if MOVING
			vec3 surface = surfaceAt(c, meanOf(t, all.a, all.b, all.c), t.normal, 0.0);
			v -= surface;
#endif
			float a = DT * (DT * c.stiffness + c.damping);
			float before = spanKeptOf(k, s);
			float change = (DT * c.stiffness * t.depth - a * dot(v, t.normal) - before) / (1.0 + a * W);
			float after = max(0.0, before + change / most);
			vec3 pushed = (after - before) * t.normal;
			keepSpan(k, s, after);
			onA += t.share.x * pushed;
			onB += t.share.y * pushed;
			onC += t.share.z * pushed;
		}
	}
	setCorner(3u * s, onA, 0u);
	setCorner(3u * s + 1u, onB, 0u);
	setCorner(3u * s + 2u, onC, 0u);
}
