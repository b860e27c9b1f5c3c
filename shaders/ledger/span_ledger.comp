#version 430 core
// Pass span-ledger: what contacts hold of edges and triangles, and what dampers and friction take
// there. It adds to the sums of the work groups of the pass mass-ledger.
//
// reads:  position, velocity, centered, contact, span; with SPANS_RUB incidence (of corners) and touches of spanPush
// writes: ledger (sums of the work groups of mass-ledger)
// formula, of every touch with the excess e > 0 (span.glsl), with the centered velocity v of the
// touched point and F_N of the velocities that forces see:
//   contact         ½ kc e²
//   contact damping (kc e − F_N) v·n
//   friction        as the pass center has it; without one, SPANS_RUB 1, min(μk F_N, J/dt) |v_t| with
//                   J = m_q |v_t|/c as in the pass span-friction
//   pushed, carried of surfaces that move: F_N v_s·n, and the force of friction times v_s
// variants: LEDGER 0 sums what is held alone.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
#include "gathered.glsl"
STORAGE_Contact(readonly);
STORAGE_Span(readonly);
STORAGE_Ledger(restrict);
#include "state.glsl"
#define SPAN_PLACE(i) positionOf(i)
#include "contact.glsl"
#include "span.glsl"
#define TERMS 5
#include "ledger.glsl"
#include "centered.glsl"
#ifdef SPANS_RUB
STORAGE_SpanTouched(readonly);
STORAGE_Incidence(readonly);
#include "span_corners.glsl"
#include "span_touches.glsl"
#endif

void addTo(uint slot, Two sum) {
	Ledger before = ledger[slot];
	write(slot, plus(Two(before.hi, before.lo), sum));
}

void main() {
	// contact, contact damping, friction, pushed and carried by surfaces that move
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint s = invocation(); s < END_OF(SPANS); s += stride) {
		Spanned all = spanOf(s);
		if (!moves(all)) {
			continue;
		}
		for (uint k = 0u; k < params.contactCount; k++) {
			if (span[k].touches == 0u) {
				continue;
			}
			Solid c = spanSolid(k);
			Pressed t = excessOf(all, k, c);
			if (!(t.depth > real(0.0))) {
				continue;
			}
#ifdef SPANS_PER_MASS
			c = metBy(c, k, s, all);
#endif
#if MOVING
			real3 surface = surfaceAt(c, meanOf(t, all.a, all.b, all.c), t.normal, real(0.0));
#else
			const real3 surface = real3(0.0);
#endif
			sum[0] = with(sum[0], real(0.5) * c.stiffness * t.depth * t.depth);
#if LEDGER
			real3 seen = meanOf(t, seenOf(all.mass.x), seenOf(all.mass.y), seenOf(all.mass.z)) - surface;
			real3 v = meanOf(t, centeredOf(all.mass.x), centeredOf(all.mass.y), centeredOf(all.mass.z)) - surface;
			real pushed = pushOf(c, t, seen);
			real leaving = dot(v, t.normal);
			sum[1] = with(sum[1], (c.stiffness * t.depth - pushed) * leaving);
			sum[3] = with(sum[3], pushed * dot(surface, t.normal));
#ifdef SPANS_RUB
			real3 w = real3(inverseMassOf(all.mass.x), inverseMassOf(all.mass.y), inverseMassOf(all.mass.z));
			real3 slip = v - leaving * t.normal;
			real speed = size(slip);
			real J = speed / (dot(t.share * t.share, w) * real(max(mostTouches(all.mass), 1u)));
			real force = min(c.kineticFriction * pushed * DT, J) / DT;
			sum[2] = with(sum[2], force * speed);
#if MOVING
			sum[4] = with(sum[4], speed > real(0.0) ? -force / speed * dot(slip, surface) : real(0.0));
#endif
#endif
#endif
		}
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		uint group = GROUPS_BEFORE + gl_WorkGroupID.x;
		addTo(groupSum(TERM_CONTACT, group), gathered(0u));
#if LEDGER
		addTo(groupSum(TERM_CONTACT_DAMPING, group), gathered(1u));
		addTo(groupSum(TERM_FRICTION, group), gathered(2u));
#if MOVING
		addTo(groupSum(TERM_PUSHED, group), gathered(3u));
		addTo(groupSum(TERM_CARRIED, group), gathered(4u));
#endif
#endif
	}
}
