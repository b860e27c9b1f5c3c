#version 430 core
// Pass member-look: ends members by the conditions that they have, at the steps at which physics.Ending
// looks at runs.
//
// reads:  position, velocity, memberTable, memberValue, memberWord; memberRest where contacts move
// writes: memberWord
// formula: c = Σ m x/Σ m; still: no |v| is more than a speed at any look for some steps; fell: c is less
// than a height over the ground; left: c is farther than a radius from where it was, level.
// variants: MOVING 1 where contacts move; else none but sizes.
#include "layout.glsl"
#include "members.glsl"
#include "two_words.glsl"
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
#if MOVING
STORAGE_MemberRest(readonly);
#endif
layout(local_size_x = 32, local_size_y = 8) in;
#define PLACE_OF(i, member, copy) position[placeOf(i, member)].xyz
#include "member_sum.glsl"

// conditionOf is which of the conditions that a member has holds at a look; 0: none.
uint conditionOf(uint member, vec3 center, bool calm) {
	uint age = WORD(WORD_AGE);
	if (!calm) {
		WORD(WORD_CALM) = 0u;
	} else if (WORD(WORD_CALM) == 0u) {
		WORD(WORD_CALM) = 1u;
		WORD(WORD_SINCE) = age;
	}
	for (uint words = WORD(WORD_UNTIL); words != 0u; words >>= 4u) {
		uint word = words & 15u;
		if (word == STILL && calm && age - WORD(WORD_SINCE) >= WORD(WORD_STILL_STEPS)) {
			return STILL;
		}
		if (word == FELL && heightOf(nearOf(member) + center, member) < VALUE(ROW_FALL_HEIGHT)) {
			return FELL;
		}
		if (word == LEFT && length(center.xy) > VALUE(ROW_LEAVE_RADIUS)) {
			return LEFT;
		}
	}
	return 0u;
}

void main() {
	uint part = gl_LocalInvocationID.y;
	uint member = gl_WorkGroupID.x * PACK + gl_LocalInvocationID.x;
	bool looks = WORD(WORD_ENDED) == 0u && WORD(WORD_UNTIL) != 0u && (WORD(WORD_AGE) + WORD(WORD_LOOK)) % LOOK_EVERY == 0u;
	Two x, y, z;
	centerOf(member, 0u, x, y, z);
	float restless = 0.0; // 1 where a mass is faster
	uvec2 own = partOf(part, MASSES);
	for (uint i = own.x; i < own.y; i++) {
		vec3 v = velocity[placeOf(i, member)].xyz;
		if (!(dot(v, v) <= VALUE(ROW_STILL_SPEED))) {
			restless = 1.0;
		}
	}
	lendOne(0u, restless);
	findMost(1u);
	if (looks && part == 0u) {
		uint by = conditionOf(member, vec3(x.high, y.high, z.high), mostOf(0u) == 0.0);
		if (by != 0u) {
			WORD(WORD_ENDED) = by;
			WORD(WORD_COPY) = memberRow.copy;
		}
	}
}
