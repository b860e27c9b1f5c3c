// A step of one mass of a member, in the arithmetic of engine cpu (symplectic Euler with planes and
// their friction). Who includes this defines POSITION_OF(i), VELOCITY_OF(i), REST_OF(law) and
// FORCE_OF(row) of the member. Everything is precise, so that all pipelines have the same bits: one
// assignment a function, since compilers are known to hang on more.

#include "member_exact.glsl"

float stretchOf(float length, float rest, float scale) {
	precise float stretch = length - rest * scale;
	return stretch;
}

float forceOf(float k, float stretch, float c, float rate) {
	precise float force = k * stretch + c * rate;
	return force;
}

vec3 falling(vec3 v, vec3 fall, vec3 f, float perMass) {
	precise vec3 w = (v + fall) + f * perMass;
	return w;
}

bool finiteNumber(float x) { return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u; }

// springsOn is the sum of the springs at a mass, in ascending order, with d = xB − xA, L = |d|:
//   f/L = (k (L − L0) + c ((vB − vA)·d)/L)/L
// Of cables the outer parentheses are at least 0, and 0 unless L > L0.
vec3 springsOn(uint record, vec3 x, vec3 v, uint member, vec3 f, inout uint flags) {
	float limit = VALUE(ROW_LIMIT);
	uint end = TABLE(record + MASS_END);
	for (uint e = TABLE(record + MASS_FIRST); e < end; e += ENTRY_WORDS) {
		uint other = TABLE(e), law = TABLE(e + 1u);
#if FULL
		bool cable = (law & 0x80000000u) != 0u;
		law &= 0x7fffffffu;
#endif
		vec3 d = POSITION_OF(other) - x;
		vec3 u = VELOCITY_OF(other) - v;
		float square = dotOf(d, d);
		if (square > limit) {
			flags |= RAN_AWAY;
		}
		float length = sqrt(square);
		float perLength = square > 1e-24 ? 1.0 / length : 0.0; // shorter springs have no direction
		precise float rate = dotOf(u, d) * perLength;
		float stretch = stretchOf(length, TABLE_FLOAT(e + 2u), REST_OF(law));
#if FULL
		precise float k = VALUE(ROW_STIFFNESS + law) + TABLE_FLOAT(e + 3u);
		precise float c = VALUE(ROW_DAMPING + law) + TABLE_FLOAT(e + 4u);
		float pull = forceOf(k, stretch, c, rate);
		if (cable) {
			pull = stretch > 0.0 ? max(pull, 0.0) : 0.0;
		}
#else
		float pull = forceOf(VALUE(ROW_STIFFNESS + law), stretch, VALUE(ROW_DAMPING + law), rate);
#endif
		precise float each = pull * perLength;
		f = plusScaled(f, each, d);
	}
	return f;
}

#ifdef COLLIDES
#include "member_push.glsl"
#endif

#if PULLED || QUADRATIC || WIND
#include "member_load.glsl"
#endif
#if GUIDED
#include "member_hold.glsl"
#endif
#if SHAPES
#include "member_contact.glsl"
#elif PLANES > 0
vec3 normalOf(uint k, uint member) {
	uint row = ROW_CONTACT + 8u * k;
	return vec3(VALUE(row), VALUE(row + 1u), VALUE(row + 2u));
}

// pressed is F_N of plane k [N]; negative where the mass does not touch it.
float pressed(uint k, uint member, vec3 n, vec3 x, vec3 v) {
	uint row = ROW_CONTACT + 8u * k;
	precise float depth = VALUE(row + 3u) - dotOf(n, x);
	precise float push = VALUE(row + 4u) * depth - VALUE(row + 5u) * dotOf(n, v);
	return depth > 0.0 ? max(push, 0.0) : -1.0;
}

// slide is |v_t| on a plane [m/s].
float slide(vec3 n, vec3 v) {
	vec3 along = plusScaled(v, -dotOf(n, v), n);
	return sqrt(dotOf(along, along));
}

// afterPlaneFriction returns w without the slip on plane k: without all of it where that is at most μs F_N dt/m, else
// without μk F_N dt/m.
vec3 afterPlaneFriction(vec3 w, uint k, uint member, vec3 x, vec3 v, float perMass) {
	vec3 n = normalOf(k, member);
	float push = pressed(k, member, n, x, v);
	if (!(push > 0.0)) {
		return w;
	}
	uint row = ROW_CONTACT + 8u * k;
	precise float impulse = push * perMass;
	vec3 slip = plusScaled(w, -dotOf(n, w), n);
	float speed = sqrt(dotOf(slip, slip));
	precise float most = VALUE(row + 7u) * impulse;
	precise float sticks = VALUE(row + 6u) * impulse;
	float part = speed <= sticks ? 1.0 : most / speed;
	return plusScaled(w, -part, slip);
}
#endif

// advance is a step of mass i; with PAIR_FRICTION up to the velocity in which it would end without the
// friction of pairs and drag. slipped gets |v_t| on the first plane that the mass touches [m/s], or 0; flags
// get the events of the mass.
void advance(uint i, uint member, vec3 x, vec3 v, out vec3 nextX, out vec3 nextV, out float slipped, inout uint flags[FLAG_WORDS]) {
	uint record = i * MASS_WORDS, moves = TABLE(record + MASS_MOVES);
	slipped = 0.0;
#if GUIDED
	uint guide = TABLE(record + MASS_GUIDE);
#ifndef COLLIDES // else masses push it
	if ((moves & ON_PATH) != 0u) {
		nextX = x;
		nextV = v;
		hold(guide, nextX, nextV);
		return;
	}
#endif
#endif
	vec3 f = vec3(0.0);
#if WIND
	f = blown(record, member, f);
#endif
#if FORCES > 0
	uint loaded = TABLE(record + MASS_LOADED);
	for (uint k = TABLE(record + MASS_LOADS); k < loaded; k++) {
		uint row = 3u * TABLE(k);
		precise vec3 sum = f + vec3(FORCE_OF(row), FORCE_OF(row + 1u), FORCE_OF(row + 2u));
		f = sum;
	}
#endif
#if PULLED
	f = pulled(record, x, v, f);
#endif
#if QUADRATIC
	f = dragged(member, v, f);
#endif
	f = springsOn(record, x, v, member, f, flags[0]);
	precise float perMass = TABLE_FLOAT(record + MASS_PER) * VALUE(ROW_SCALE + TABLE(record + MASS_SCALE));
#ifdef COLLIDES
	f = pushesOn(i, member, x, v, f);
	if (MOVES(record) == 0u) { // pinned, or on a path
		nextX = x;
		nextV = v;
#if GUIDED
		if (guide != 0u) {
			hold(guide, nextX, nextV);
		}
#endif
		return;
	}
#endif
#if SHAPES
	float slide;
	bool touches = pushed(record, member, x, v, f, slide);
#if MEASURED
	slipped = slide;
#endif
#else
	bool touches = false;
#if PLANES > 0
	for (uint k = 0u; k < PLANES; k++) {
		vec3 n = normalOf(k, member);
		float push = pressed(k, member, n, x, v);
		if (push >= 0.0) {
#if MEASURED
			if (!touches) {
				slipped = slide(n, v);
			}
#endif
			touches = true;
			f = plusScaled(f, push, n);
		}
	}
#endif
#endif
	vec3 w = falling(v, vec3(VALUE(ROW_FALL), VALUE(ROW_FALL + 1u), VALUE(ROW_FALL + 2u)), f, perMass);
	bvec3 free = bvec3((moves & 1u) != 0u, (moves & 2u) != 0u, (moves & 4u) != 0u);
	w = mix(vec3(0.0), w, free);
#if PLANES > 0
	if (touches) {
#if SHAPES
		w = afterContactFriction(w, record, member, x, v, perMass);
#else
		for (uint k = 0u; k < PLANES; k++) {
			w = afterPlaneFriction(w, k, member, x, v, perMass);
		}
#endif
#if MEASURED
		for (uint k = 0u; k < FLAG_WORDS; k++) {
			flags[k] |= TABLE(record + MASS_GROUPS + k);
		}
#endif
	}
#endif
#ifdef PAIR_FRICTION
	nextX = x;
	nextV = mix(vec3(0.0), w, free);
}

// land ends a step with the velocity w that the friction of pairs has left, of a mass that moves freely.
void land(uint i, uint member, vec3 x, vec3 w, out vec3 nextX, out vec3 nextV, inout uint flags[FLAG_WORDS]) {
#if GUIDED
	uint guide = TABLE(i * MASS_WORDS + MASS_GUIDE);
#endif
	precise vec3 now = w * VALUE(ROW_DRAG);
#else
	precise vec3 now = mix(vec3(0.0), w, free) * VALUE(ROW_DRAG);
#endif
	nextV = now;
	nextX = plusScaled(x, memberRow.dt, now);
#if GUIDED
	if (guide != 0u) {
		hold(guide, nextX, nextV);
	}
#endif
	if (!finiteNumber(nextX.x) || !finiteNumber(nextX.y) || !finiteNumber(nextX.z)) {
		flags[0] |= NOT_FINITE;
	}
}

#if MEASURED
// slid adds |v_t| to a sum in two words, from the step on from which the member counts.
vec2 slid(vec2 sum, float speed) {
	Two more = twoSum(sum.x, speed);
	precise float low = more.low + sum.y;
	return vec2(more.high, low);
}
#endif
