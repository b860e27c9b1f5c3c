#version 430 core
// Pass member-sense: copy the motion of the masses aside that sensors of controlled members read. An
// invocation is such a mass of a member; a work group has 8 of them of 32 members.
//
// reads:  position, velocity, memberTable
// writes: memberSensed (six rows of each such mass)
// formula: rows 6k to 6k + 5 are x and v of the mass that word SENSED_AT + k of the table names
// variants: SENSED is how many such masses there are; sizes as members.glsl has them.
#include "layout.glsl"
#include "members.glsl"
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_MemberSensed(writeonly);
layout(local_size_x = 32, local_size_y = 8) in;

void main() {
	uint member = gl_WorkGroupID.y * PACK + gl_LocalInvocationID.x;
	uint k = gl_WorkGroupID.x * PARTS + gl_LocalInvocationID.y;
	if (k >= SENSED) {
		return;
	}
	uint place = placeOf(TABLE(SENSED_AT + k), member);
	vec3 x = position[place].xyz, v = velocity[place].xyz;
	for (uint axis = 0u; axis < 3u; axis++) {
		memberSensed[inRow(6u * k + axis, member)].value = x[axis];
		memberSensed[inRow(6u * k + 3u + axis, member)].value = v[axis];
	}
}
