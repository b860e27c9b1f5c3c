#version 430 core
// Pass pair-bound: what the masses around push each mass that takes part in a substep of the solver
// implicit-euler: never more than takes a pair apart in it. It comes after pair-force, which counts
// touches.
//
// reads:  position, velocity, ball, bodySurface, listed, touches
// writes: pairPush (pushes and their dampers), pairKept (each mass those of its list)
// formula, with c the larger number of touches of both masses:
//   F ← min(F_N, max(0, m_r (δ/dt − (v_i − v_j)·n)/(c dt)));   a pair keeps dt F for its friction
//   pushed = Σ F n,   damped = Σ (F_N − kc δ) n of pairs that are not held back
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
#include "gathered.glsl"
STORAGE_BodySurface(readonly);
STORAGE_PairList(readonly);
STORAGE_Ball(readonly);
STORAGE_PairPush(writeonly);
STORAGE_Touches(readonly);
STORAGE_PairKept(restrict);
#include "state.glsl"
#include "pair.glsl"
#define WRITES_KEPT
#include "kept.glsl"
#define WRITES_PUSHES
#include "push.glsl"
#include "damp.glsl"

void put(uint at, real3 f) {
	vec3 high = vec3(f);
	pairPush[at] = PairPush(high.x, high.y, high.z);
#if PRECISION == DOUBLE
	vec3 low = vec3(f - real3(high));
	pairPush[at + params.massCount] = PairPush(low.x, low.y, low.z);
#endif
}

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
	real3 v = velocityOf(i);
	real3 pushed = real3(0.0);
	real3 damped = real3(0.0);
	uint end = min(listed[p + 1u].entry, collision.capacity);
	for (uint k = listed[p].entry; k < end; k++) {
		uint q = listed[entryAt(k)].entry;
		real3 parting = v - velocityOf(ball[q].mass);
		Pair t = pairOf(p, q, parting);
		if (t.push > real(0.0)) {
			real apart = t.depth / DT - dot(parting, t.normal);
			real most = t.reduced * apart / (real(max(touches[p].entry, touches[q].entry)) * DT);
			if (t.push > most) {
				t.push = max(real(0.0), most);
			} else {
				damped += (t.push - t.stiffness * t.depth) * t.normal;
			}
			pushed += t.push * t.normal;
		}
		keep(k, DT * t.push);
	}
	put(pushAt(i), pushed);
	put(dampAt(i), damped);
}
