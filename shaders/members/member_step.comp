#version 430 core
// Pass member-step: a step of the pipeline ensemble. An invocation is a mass of a member; a work group
// has 8 masses of 32 members, so that a neighbor is one read of 32 vectors side by side.
//
// reads:  position, velocity, memberTable, memberValue, memberRest, memberWord
// writes: nextPosition, nextVelocity, memberWord (the flags of masses)
// formula: F = Σ springs + Σ pushes, w = v + dt g + F dt/m, friction on w, v ← w d, x ← x + dt v;
// w of both vectors hold Σ |v_t| in two words.
// variants: COLLIDES where masses of a member collide, by lists that member-list makes: it says whether those are
// old. PAIR_FRICTION where those have friction: then it writes w and the number of touches in place of nextVelocity, and
// the slip in place of nextPosition, and the pass member-friction ends the step. FULL 1 with cables and springs that have k and c of their own; MEASURED 1 where contacts are
// counted; WIND, PULLED, QUADRATIC, GUIDED, SHAPES, MOVING and PER_MASS 1 as member_load.glsl, member_hold.glsl and
// member_contact.glsl have them. A member that has ended writes nothing.
#include "layout.glsl"
#include "members.glsl"
#include "two_words.glsl"
STORAGE_MemberRest(readonly);
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_NextPosition(writeonly);
STORAGE_NextVelocity(writeonly);
layout(local_size_x = 32, local_size_y = 8) in;

uint own; // index of mass 0 of the member
#define POSITION_OF(i) position[own + (i) * PACK].xyz
#define VELOCITY_OF(i) velocity[own + (i) * PACK].xyz
#define REST_OF(law) memberRest[inRow(ROW_NOW + (law), member)].value
#define FORCE_OF(row) memberRest[inRow(ROW_FORCE + (row), member)].value
#define SIGNAL_OF(row) memberRest[inRow(ROW_SIGNAL + (row), gl_WorkGroupID.y * PACK + gl_LocalInvocationID.x)].value
#include "member_mass.glsl"
#ifdef COLLIDES
#include "member_old.glsl"
#endif

void main() {
	uint member = gl_WorkGroupID.y * PACK + gl_LocalInvocationID.x;
	uint i = gl_WorkGroupID.x * PARTS + gl_LocalInvocationID.y;
#ifdef COLLIDES
	if (i >= MASSES || WORD(WORD_ENDED) != 0u) { // pinned masses push, too
#else
	if (i >= MASSES || WORD(WORD_ENDED) != 0u || TABLE(i * MASS_WORDS + MASS_MOVES) == 0u) {
#endif
		return;
	}
	own = placeOf(0u, member);
	uint place = own + i * PACK;
	vec4 x = position[place], v = velocity[place];
	vec3 nextX, nextV;
	float slipped;
	uint flags[FLAG_WORDS];
	for (uint k = 0u; k < FLAG_WORDS; k++) {
		flags[k] = 0u;
	}
	advance(i, member, x.xyz, v.xyz, nextX, nextV, slipped, flags);
	vec2 slip = vec2(x.w, v.w);
#if MEASURED
	if (slipped != 0.0 && WORD(WORD_AGE) >= WORD(WORD_COUNT_FROM)) {
		slip = slid(slip, slipped);
	}
#endif
#ifdef PAIR_FRICTION
#if GUIDED
	nextPosition[place] = TABLE(i * MASS_WORDS + MASS_MOVES) == ON_PATH ? vec4(nextX, 0.0) : vec4(slip, 0.0, 0.0);
#else
	nextPosition[place] = vec4(slip, 0.0, 0.0);
#endif
	nextVelocity[place] = vec4(nextV, float(met));
#else
	nextPosition[place] = vec4(nextX, slip.x);
	nextVelocity[place] = vec4(nextV, slip.y);
#ifdef COLLIDES
	tellOld(i, member, nextX);
#endif
#endif
	for (uint k = 0u; k < FLAG_WORDS; k++) {
		if (flags[k] != 0u) {
			atomicOr(WORD(WORD_FLAGS + k), flags[k]);
		}
	}
}
