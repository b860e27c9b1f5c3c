#version 430 core
// Pass meet: the pushes of springs that touch springs, and of masses that touch triangles, on the four masses of
// each pair that is near. With SPAN_FRICTION n the pass meet-friction: the impulses of friction in their place, in one of
// the n passes of a step.
//
// reads:  position, velocity, meetPair, meetNear, meetSide, meetTriangle; with SPAN_FRICTION incidence (of corners) and
// touches of spanPush
// writes: spanPush, four corners for each pair; meetNear (sides)
// formula: on mass k: β_k F_N n (meet.glsl);
//   J = |w_t| m_q/c ≤ μs F_N dt/n: stick, else min(μk F_N dt/n, J); on mass k: −β_k J w_t/|w_t|, c the most touches
//   with friction of a mass
// variant: TRIANGLES 1 is for runs in which masses touch triangles.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_CORNERS

UNIFORM_Params;
#include "gathered.glsl"
STORAGE_MeetPair(readonly);
#if TRIANGLES
STORAGE_MeetNear(restrict);
STORAGE_MeetSide(readonly);
STORAGE_MeetTriangle(readonly);
#endif
STORAGE_SpanPush(restrict);
#if SPAN_FRICTION
STORAGE_Incidence(readonly);
#endif
#include "state.glsl"
#include "meet.glsl"
#if TRIANGLES
#include "meet_triangle.glsl"
#endif
#include "span_corners.glsl"
#if SPAN_FRICTION
#include "span_touches.glsl"
#endif

void main() {
	uint p = invocation();
	if (p >= meetPair[0].a) {
		return;
	}
	MeetPair of = meetPair[1u + p];
	Met t;
#if TRIANGLES
	if (of.triangle != NO_TRIANGLE) {
		t = triangleMeets(p, of);
	} else {
		t = springsMeet(of);
	}
#else
	t = springsMeet(of);
#endif
	vec3 f = vec3(0.0);
	uint touches = 0u;
	if (t.depth > 0.0) {
		vec3 slip = slipOf(of, t);
		float perMass = perMassOf(of, t);
		float pushed = pushIn(of, t, slip, perMass);
#if SPAN_FRICTION
		slip -= dot(slip, t.normal) * t.normal;
		float speed = length(slip);
		if (of.staticFriction > 0.0 && pushed > 0.0 && speed > 0.0 && perMass > 0.0) {
			uint most = max(max(touchesOf(of.a), touchesOf(of.b)), max(touchesOf(of.c), touchesOf(of.d)));
			float stick = speed / (perMass * float(max(most, 1u)));
			f = -frictionOf(stick, pushed * (DT / float(SPAN_FRICTION)), of.staticFriction, of.kineticFriction) / speed * slip;
		}
#else
		f = pushed * t.normal;
		touches = of.staticFriction > 0.0 && pushed > 0.0 ? 1u : 0u;
#endif
	}
	setCorner(4u * p, t.share.x * f, touches);
	setCorner(4u * p + 1u, t.share.y * f, touches);
	setCorner(4u * p + 2u, t.share.z * f, touches);
	setCorner(4u * p + 3u, t.share.w * f, touches);
}
