#version 430 core
// Pass book-pairs: what dampers of stiff pairs of masses take in a substep of the solver impulses, by
// the velocities in which it ends, before friction, and what holds masses on paths against pairs. It
// is there in runs with a ledger.
//
// reads:  position, velocity, ball, bodySurface, listed, pairKept
// writes: works (each mass that takes part its own)
// formula, of pairs that push, λ of the substep: contact damping += ½ h bc ((v_i − v_j)·n)² at
// either mass of a stiff one; constraints −= λ n·v_i of a mass i that is pinned on all axes, whose
// velocity a substep does not change
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_BodySurface(readonly);
STORAGE_PairList(readonly);
STORAGE_Ball(readonly);
STORAGE_PairKept(restrict);
STORAGE_Work(restrict);
#include "state.glsl"
#include "pair.glsl"
#define WRITES_KEPT
#include "kept.glsl"
#define WORK_ROW collision.count
#include "works.glsl"

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
	real3 v = velocityOf(i);
	real taken = real(0.0);
	real carried = real(0.0);
	uint end = min(listed[p + 1u].entry, collision.capacity);
	for (uint k = listed[p].entry; k < end; k++) {
		real pushed = keptOf(k);
		if (!(pushed > real(0.0))) {
			continue;
		}
		uint q = listed[entryAt(k)].entry;
		real3 parting = v - velocityOf(ball[q].mass);
		Pair t = pairOf(p, q, parting);
		real u = dot(parting, t.normal);
		taken += isSoft(t) ? real(0.0) : real(0.5) * DT * t.damping * u * u;
		carried -= isFree(i) ? real(0.0) : pushed * dot(t.normal, v);
	}
	if (taken != real(0.0)) {
		book(WORK_CONTACT_DAMPING, p, taken);
	}
	if (carried != real(0.0)) {
		book(WORK_CONSTRAINTS, p, carried);
	}
}
