#version 430 core
// Pass pair-press: visit the stiff pairs of each mass in a substep of the solver impulses, all with
// the velocities before the visit and with a share of their change (Jacobi).
//
// reads:  position, velocity, ball, bodySurface, listed, touches
// writes: pairKept (each mass those of its list), pairVelocity
// formula, with n, δ, kc and bc of the start of the substep, w = n·w n of a mass, W = w_i + w_j,
// a = h² kc + h bc, and c the larger number of touches of both masses at its start:
//   Δ = (h kc δ − a (v_i − v_j)·n − λ)/(1 + a W),   λ ← max(0, λ + Δ/c)
//   w_i ← v_i + Σ Δλ n/m_i,   0 on pinned axes
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_PairVelocity(restrict);
STORAGE_BodySurface(readonly);
STORAGE_PairList(readonly);
STORAGE_Ball(readonly);
STORAGE_Touches(readonly);
STORAGE_PairKept(restrict);
#include "state.glsl"
#include "pair.glsl"
#define WRITES_KEPT
#include "kept.glsl"
#include "pair_velocity.glsl"
#include "pins.glsl"

// weightOf is n·w n of a mass [1/kg]. It is precise, so that the sum of two of them has the same
// bits from either side.
float weightOf(uint i, vec3 n) {
	vec3 free = unpinned(n, pinOf(i));
	precise float weight = (pinOf(i) & 7u) == 0u ? inverseMassOf(i) : inverseMassOf(i) * dot(free, free);
	return weight;
}

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
	vec3 v = velocityOf(i);
	vec3 sum = vec3(0.0);
	uint end = min(listed[p + 1u].entry, collision.capacity);
	for (uint k = listed[p].entry; k < end; k++) {
		uint q = listed[entryAt(k)].entry;
		uint j = ball[q].mass;
		vec3 parting = v - velocityOf(j);
		Pair t = pairOf(p, q, parting);
		if (!(t.depth > 0.0) || isSoft(t)) {
			continue;
		}
		precise float both = weightOf(i, t.normal) + weightOf(j, t.normal);
		if (both == 0.0) {
			continue;
		}
		float a = DT * (DT * t.stiffness + t.damping);
		float before = keptOf(k);
		float change = (DT * t.stiffness * t.depth - a * dot(parting, t.normal) - before) / (1.0 + a * both);
		float after = max(0.0, before + change / float(max(1u, max(touches[p].entry, touches[q].entry))));
		keep(k, after);
		sum += (after - before) * t.normal;
	}
	setPairVelocity(0u, i, v + unpinned(sum * inverseMassOf(i), pinOf(i)), 0.0);
}
