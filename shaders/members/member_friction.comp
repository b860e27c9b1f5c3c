#version 430 core
// Pass member-friction: a pass of the friction of masses of a member that touch, on the velocities in which the
// step of the pipeline ensemble would end without it; the last one ends the step.
//
// reads:  position, velocity, memberWish, memberTable, memberValue, memberWord (lists)
// writes: nextVelocity, which is the other set of memberWish before the last pass; in the last one
// nextPosition, too, and memberWord (the flags of masses)
// formula: w_i ← w_i − Σ J/m_i w_t/|w_t|, of all pairs at once (member_push.glsl); v ← w d, x ← x + dt v
// variants: LANDS 1 is the last pass.
#include "layout.glsl"
#include "members.glsl"
#include "two_words.glsl"
STORAGE_MemberWish(readonly);
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
#if LANDS
STORAGE_NextPosition(restrict);
#endif
STORAGE_NextVelocity(writeonly);
layout(local_size_x = 32, local_size_y = 8) in;

uint own; // index of mass 0 of the member
#define POSITION_OF(i) position[own + (i) * PACK].xyz
#define VELOCITY_OF(i) velocity[own + (i) * PACK].xyz
#define WISH_OF(i) memberWish[own + (i) * PACK]
#define REST_OF(law) 0.0
#define FORCE_OF(row) 0.0
#define SIGNAL_OF(row) 0.0 // no mass is on a path
#include "member_mass.glsl"
#include "member_old.glsl"

void main() {
	uint member = gl_WorkGroupID.y * PACK + gl_LocalInvocationID.x;
	uint i = gl_WorkGroupID.x * PARTS + gl_LocalInvocationID.y;
	if (i >= MASSES || WORD(WORD_ENDED) != 0u) {
		return;
	}
	own = placeOf(0u, member);
	uint place = own + i * PACK;
	vec4 x = position[place], v = velocity[place], wish = memberWish[place];
	vec3 w = afterPairFriction(i, member, x.xyz, v.xyz, wish);
#if LANDS
	vec2 slip = nextPosition[place].xy;
	vec3 nextX = x.xyz, nextV = v.xyz;
	uint flags[FLAG_WORDS];
	flags[0] = 0u;
#if GUIDED
	if (TABLE(i * MASS_WORDS + MASS_MOVES) == ON_PATH) { // the step has left where it goes
		nextX = nextPosition[place].xyz;
		nextV = w;
		slip = vec2(0.0);
	}
#endif
	if (MOVES(i * MASS_WORDS) != 0u) {
		land(i, member, x.xyz, w, nextX, nextV, flags);
	}
	nextPosition[place] = vec4(nextX, slip.x);
	nextVelocity[place] = vec4(nextV, slip.y);
	if (flags[0] != 0u) {
		atomicOr(WORD(WORD_FLAGS), flags[0]);
	}
	tellOld(i, member, nextX);
#else
	nextVelocity[place] = vec4(w, wish.w);
#endif
}
