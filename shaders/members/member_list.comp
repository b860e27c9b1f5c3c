#version 430 core
// Pass member-list: which masses of a member may touch each other, where some list of its pack is old. It
// makes those of all members of the pack: they wait for each other anyway, and no bit depends on lists.
//
// reads:  position, memberTable, memberValue, memberWord
// writes: memberWord (lists and boxes)
// formula: member_pairs.glsl
// variants: BOXES 1 is the pass member-box before it: boxes of chunks; 0 makes lists.
#include "layout.glsl"
#include "members.glsl"
STORAGE_Position(readonly);
layout(local_size_x = 32, local_size_y = 8) in;

uint own; // index of mass 0 of the member
#define PLACE_OF(i) position[own + (i) * PACK].xyz
#define LISTS
#include "member_pairs.glsl"
#include "member_old.glsl"

void main() {
	uint member = gl_WorkGroupID.y * PACK + gl_LocalInvocationID.x;
	uint item = gl_WorkGroupID.x * PARTS + gl_LocalInvocationID.y;
	if (OLD_OF_PACK(memberRow.copy) == 0u || WORD(WORD_ENDED) != 0u) {
		return;
	}
	own = placeOf(0u, member);
#if BOXES
	if (item < CHUNKS) {
		vec3 lo, hi;
		boxOf(item, lo, hi);
		for (uint axis = 0u; axis < 3u; axis++) {
			PAIR_WORD(boxAt(item, axis)) = floatBitsToUint(lo[axis]);
			PAIR_WORD(boxAt(item, 3u + axis)) = floatBitsToUint(hi[axis]);
		}
	}
#else
	if (item < TAKING) {
		list(item, member);
	}
#endif
}
