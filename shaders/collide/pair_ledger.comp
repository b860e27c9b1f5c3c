#version 430 core
// Pass pair-ledger: what pairs of masses hold and lose, each pair half at either mass.
//
// reads:  position, velocity, centered, ball, bodySurface, listed, ledger
// writes: ledger (sums of the work groups)
// formula, with the centered velocity v and that which forces see, v' (centered.glsl):
//   contact         ½ kc δ²
//   contact damping (kc δ − F_N) (v_i − v_j)·n
//   constraints     −F_N n·v_i of a mass that is pinned on all axes
//   friction        of such a mass as pair-friction has it, and the same to constraints; in
//                   explicit Euler min(μk F_N, m_r |v_t|/(c dt)) |v_t| of every pair
// variants: LEDGER 0 sums the energy alone. PAIR_FRICTION 1 where pairs rub.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
#include "gathered.glsl"
STORAGE_BodySurface(readonly);
STORAGE_PairList(readonly);
STORAGE_Ball(readonly);
STORAGE_Ledger(restrict);
#include "state.glsl"
#include "pair.glsl"
#define TERMS 4
#include "ledger.glsl"
#include "centered.glsl"

#if LEDGER && defined(PAIR_FRICTION) && CENTERED == 0
uint touchesOf(uint p) {
	uint count = 0u;
	uint end = min(listed[p + 1u].entry, collision.capacity);
	for (uint k = listed[p].entry; k < end; k++) {
		uint q = listed[entryAt(k)].entry;
		count += pairOf(p, q, seenOf(ball[p].mass) - seenOf(ball[q].mass)).push > real(0.0) ? 1u : 0u;
	}
	return count;
}

// rubbed is the power that friction takes of a pair [W], from the state alone.
real rubbed(uint p, uint q, Pair t, real3 parting) {
	real3 across = parting - dot(parting, t.normal) * t.normal;
	real speed = sqrt(dot(across, across));
	real kinetic = sqrt(outsideOf(ball[p].body).kineticFriction * outsideOf(ball[q].body).kineticFriction);
	return min(kinetic * t.push, t.reduced * speed / (real(max(touchesOf(p), touchesOf(q))) * DT)) * speed;
}
#endif

void main() {
	// contact, contact damping, friction, constraints
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint p = invocation(); p < collision.count; p += stride) {
		uint i = ball[p].mass;
		uint end = min(listed[p + 1u].entry, collision.capacity);
		for (uint k = listed[p].entry; k < end; k++) {
			uint q = listed[entryAt(k)].entry;
			uint j = ball[q].mass;
			Pair t = pairOf(p, q, seenOf(i) - seenOf(j));
			if (!(t.depth > real(0.0))) {
				continue;
			}
			sum[0] = with(sum[0], real(0.25) * t.stiffness * t.depth * t.depth);
#if LEDGER
			real3 parting = centeredOf(i) - centeredOf(j);
			sum[1] = with(sum[1], real(0.5) * (t.stiffness * t.depth - t.push) * dot(parting, t.normal));
			if (!isFree(i)) {
				sum[3] = with(sum[3], -t.push * dot(t.normal, centeredOf(i)));
			}
#if defined(PAIR_FRICTION) && CENTERED == 0
			if (t.push > real(0.0)) {
				sum[2] = with(sum[2], real(0.5) * rubbed(p, q, t, parting));
			}
#endif
#endif
		}
#if LEDGER && defined(PAIR_FRICTION) && CENTERED
		if (!isFree(i) && (CENTERED == 1 || !begins())) {
			sum[2] = with(sum[2], real(OTHER(otherAt(i)).w));
			sum[3] = with(sum[3], real(OTHER(otherAt(i)).w));
		}
#endif
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		for (uint k = 0u; k < TERMS; k++) {
			write(pairSum(k, gl_WorkGroupID.x), gathered(k));
		}
	}
}
