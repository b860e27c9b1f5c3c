#version 430 core
// Pass pick: the mass under the cursor.
//
// reads:  position, normal, pick
// writes: pick
// formula: of the seen masses within the radius, the one with the least d + 4 s: its
// distance from the eye d and from the ray through the cursor s [m]; first the least
// sum, then, of the masses that have it, the lowest number.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Position(readonly);
STORAGE_Normal(readonly);
STORAGE_Pick(restrict);

void main() {
	uint i = invocation();
	if (i >= view.massCount) {
		return;
	}
	vec3 x = position[i].xyz;
	vec4 n = normal[i];
	vec3 toEye = view.eye.xyz - x;
	// What lies inside a volume or on its far side is not seen.
	if (view.interior == 0.0 && (n.w == 0.0 || n.w == 1.0 && dot(n.xyz, toEye) < 0.0)) {
		return;
	}
	vec4 at = view.viewProjection * vec4(x, 1.0);
	if (!(at.w > 0.0)) {
		return;
	}
	vec2 pixel = (at.xy / at.w * vec2(0.5, -0.5) + 0.5) * view.viewport.xy;
	float off = distance(pixel, vec2(pick[0].x, pick[0].y));
	if (!(off <= pick[0].radius)) {
		return;
	}
	float meters = off * at.w / (view.pointsPerMeter * view.viewport.z);
	uint score = floatBitsToUint(length(toEye) + 4.0 * meters); // positive floats sort as their bits
	if (pick[0].stage == 0u) {
		atomicMin(pick[0].score, score);
	} else if (score == pick[0].score) {
		atomicMin(pick[0].mass, i);
	}
}
