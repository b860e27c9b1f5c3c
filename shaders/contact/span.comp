#version 430 core
// Pass span: the pushes of contacts on edges and triangles, for each of their corners. With SPAN_FRICTION 1
// the pass span-friction: the impulses of friction instead.
//
// reads:  position, velocity, contact, span; with SPAN_FRICTION incidence (of corners) and touches of spanPush
// writes: spanPush
// v_q and w_t are relative to the surface of a contact that moves.
// formula, of every contact that the span touches with the excess e > 0 (span.glsl):
//   F_N = max(0, kc e − bc v_q·n), at most 2 kc e;   on corner k: share_k F_N n
//   J = m_q |w_t|/c ≤ μs F_N dt: −(m_q/c) w_t, else −min(μk F_N dt, J) w_t/|w_t|;
//   m_q = 1/Σ share² w, c the most touches with friction of a corner
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_CORNERS

UNIFORM_Params;
#include "gathered.glsl"
STORAGE_Contact(readonly);
STORAGE_Span(readonly);
STORAGE_SpanPush(restrict);
#if SPAN_FRICTION
STORAGE_Incidence(readonly);
#endif
#include "state.glsl"
#include "span_state.glsl"
#include "contact.glsl"
#include "span.glsl"
#include "span_corners.glsl"

#if SPAN_FRICTION
#include "span_touches.glsl"
#endif

void main() {
	uint s = invocation();
	if (s >= END_OF(SPANS)) {
		return;
	}
	Spanned all = spanOf(s);
	vec3 onA = vec3(0.0);
	vec3 onB = vec3(0.0);
	vec3 onC = vec3(0.0);
	uint touches = 0u;
	if (moves(all)) {
		vec3 vA = SPAN_VELOCITY(all.mass.x);
		vec3 vB = SPAN_VELOCITY(all.mass.y);
		vec3 vC = SPAN_VELOCITY(all.mass.z);
#if SPAN_FRICTION
		uint most = mostTouches(all.mass);
		vec3 w = vec3(inverseMassOf(all.mass.x), inverseMassOf(all.mass.y), inverseMassOf(all.mass.z));
#endif
		for (uint k = 0u; k < params.contactCount; k++) {
			if (span[k].touches == 0u) {
				continue;
			}
			Solid c = spanSolid(k);
			Pressed t = excessOf(all, k, c);
#ifdef SPANS_PER_MASS
			if (t.depth > 0.0) {
				c = metBy(c, k, s, all);
			}
#endif
			vec3 v = meanOf(t, vA, vB, vC);
#if MOVING
			vec3 surface = surfaceAt(c, meanOf(t, all.a, all.b, all.c), t.normal, 0.0);
			v -= surface;
#endif
			float pushed = pushOf(c, t, v);
			if (!(pushed > 0.0)) {
				continue;
			}
#if SPAN_FRICTION
			if (c.staticFriction == 0.0) {
				continue;
			}
			vec3 slip = v - dot(v, t.normal) * t.normal;
			float speed = size(slip);
			if (speed == 0.0) {
				continue;
			}
			float J = speed / (dot(t.share * t.share, w) * float(max(most, 1u)));
			if (J > c.staticFriction * pushed * DT) {
				J = min(J, c.kineticFriction * pushed * DT);
			}
			vec3 f = -J / speed * slip;
#else
			vec3 f = pushed * t.normal;
			touches += c.staticFriction > 0.0 ? 1u : 0u;
#endif
			onA += t.share.x * f;
			onB += t.share.y * f;
			onC += t.share.z * f;
		}
	}
	setCorner(3u * s, onA, touches);
	setCorner(3u * s + 1u, onB, touches);
	setCorner(3u * s + 2u, onC, touches);
}
