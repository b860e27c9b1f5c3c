#version 430 core
// Pass look: the sums of a look at the state, a record per work group.
//
// reads:  position (inverse mass), velocity
// writes: looks (parts of the work groups)
// formula: the largest |v| of all masses, and Σ m, Σ m x of those that are not pinned on
// all axes
#include "layout.glsl"
#include "index.glsl"
#include "two_words.glsl"
#include "real.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Look(restrict);
#include "state.glsl"
#include "look.glsl"

// inTwo is a number in two words.
Two inTwo(real x) {
#if PRECISION == DOUBLE
	return Two(float(x), float(x - real(float(x))));
#else
	return Two(x, 0.0);
#endif
}

void main() {
	Seen own = nothingSeen();
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint i = invocation(); i < END_OF(params.massCount); i += stride) {
		Seen one = nothingSeen();
		one.speed = float(length(velocityOf(i)));
		if (isFree(i)) {
			real mass = real(1.0) / inverseMassOf(i);
			real3 moment = mass * positionOf(i);
			one.terms = Two[4](inTwo(mass), inTwo(moment.x), inTwo(moment.y), inTwo(moment.z));
		}
		own = together(own, one);
	}
	foldSeen(own);
	if (gl_LocalInvocationID.x == 0u) {
		putSeen(FIRST_PART + GROUPS_BEFORE + gl_WorkGroupID.x, seen[0]);
	}
}
