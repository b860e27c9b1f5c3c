#version 430 core
// Pass look-sum: add up the parts of the work groups and keep the sum for the host.
//
// reads:  looks (parts of the work groups)
// writes: looks (the next of those that the host reads, and their number)
// formula: as pass look
// variants: LOOK_PARTS is the number of work groups of the pass look.
#include "layout.glsl"
#include "index.glsl"
#include "two_words.glsl"
#include "real.glsl"

UNIFORM_Params;
STORAGE_Look(restrict);
#include "look.glsl"

void main() {
	Seen own = nothingSeen();
	for (uint part = gl_LocalInvocationID.x; part < LOOK_PARTS; part += WORKGROUP) {
		own = together(own, seenAt(FIRST_PART + part));
	}
	foldSeen(own);
	if (gl_LocalInvocationID.x == 0u) {
		uint number = looks[0].number;
		putSeen(1u + number % LOOK_RING, seen[0]);
		looks[0].number = number + 1u;
	}
}
