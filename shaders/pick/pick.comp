#version 430 core
// Pass pick: the mass under the cursor.
//
// reads:  position, normal, pick
// writes: pick
// formula: the distance from the cursor to where the mass is seen.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Position(readonly);
STORAGE_Normal(readonly);
STORAGE_Pick(restrict);
#include "pick.glsl"

void main() {
	uint i = invocation();
	if (i >= view.massCount) {
		return;
	}
	vec3 x = position[i].xyz;
	vec3 toEye = view.eye.xyz - x;
	vec3 at = seen(x);
	if (hidden(normal[i], toEye) || !(at.z > 0.0)) {
		return;
	}
	float off = distance(at.xy, vec2(pick[0].x, pick[0].y));
	if (off <= pick[0].radius) {
		answer(length(toEye), off, at.z, i);
	}
}
