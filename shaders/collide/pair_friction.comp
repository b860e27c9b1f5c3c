#version 430 core
// Pass pair-friction: friction of masses that touch, on the velocities in which the step
// would end without it. F_N and n are those of the state.
//
// reads:  position, velocity, ball, bodySurface, listed, touches, pairVelocity
// writes: pairVelocity
// formula, for each touch with F_N > 0; w_t is w_i − w_j across n, c the larger number of
// touches of both masses, and h = dt divided by the number of these passes:
//   J = m_r |w_t|/c                     if that is at most μs F_N h: it sticks
//     = min(μk F_N h, m_r |w_t|/c)      else: it slides
//   w_i ← w_i − Σ J/m_i w_t/|w_t|,      0 on pinned axes;  μ = √(μ_i μ_j)
// With KEPT, in the solver impulses, F_N h is what the pair has pushed in the
// substep, and n that of its start.
// variants: FROM is the set of velocities that it reads, 2 those of the state; TO the set
// that it writes.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
#include "gathered.glsl"
STORAGE_PairVelocity(restrict);
STORAGE_BodySurface(readonly);
STORAGE_PairList(readonly);
STORAGE_Ball(readonly);
STORAGE_Touches(readonly);
#include "state.glsl"
#include "pair.glsl"
#ifdef KEPT
STORAGE_PairKept(readonly);
#include "kept.glsl"
#endif
#define READS_ALL_PAIR_VELOCITIES
#include "pair_velocity.glsl"
#include "pins.glsl"

#if FROM == 2
vec3 beforeOf(uint i) { return velocityOf(i); }
float powerOf(uint i) { return 0.0; }
#else
vec3 beforeOf(uint i) { return pairVelocityOf(FROM, i); }
float powerOf(uint i) { return PAIR_VELOCITY_AT(pairVelocityAt(FROM, i)).w; }
#endif

// impulseOf is the impulse on the first of two masses that touch [N·s]; w is the velocity of
// it against the other one.
vec3 impulseOf(uint p, uint q, Pair t, vec3 w) {
	vec3 across = w - dot(w, t.normal) * t.normal;
	float speed = sqrt(dot(across, across));
	if (speed == 0.0) {
		return vec3(0.0);
	}
	BodySurface one = bodySurface[ball[p].body];
	BodySurface other = bodySurface[ball[q].body];
	float pressed = t.push * DT * collision.share;
	float most = t.reduced * speed / float(max(touches[p].entry, touches[q].entry));
	if (most > pairFriction(one.staticFriction, other.staticFriction) * pressed) {
		most = min(most, pairFriction(one.kineticFriction, other.kineticFriction) * pressed);
	}
	return -most / speed * across;
}

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
	vec3 v = velocityOf(i);
	vec3 w = beforeOf(i);
	vec3 sum = vec3(0.0);
	uint end = min(listed[p + 1u].entry, collision.capacity);
	for (uint k = listed[p].entry; k < end && touches[p].entry > 0u; k++) {
		uint q = listed[entryAt(k)].entry;
		uint j = ball[q].mass;
		Pair t = pairOf(p, q, v - velocityOf(j));
#ifdef KEPT
		t.push = keptOf(k) / DT;
#endif
		if (t.push > 0.0) {
			sum += impulseOf(p, q, t, w - beforeOf(j));
		}
	}
	setPairVelocity(TO, i, w + unpinned(sum * inverseMassOf(i), pinOf(i)), isFree(i) ? 0.0 : powerOf(i) - dot(sum, w) / DT);
}
