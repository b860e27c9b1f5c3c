#version 430 core
// Pass pick-spring: the spring under the cursor.
//
// reads:  position, normal, ends, seenSpring, pick
// writes: pick
// formula: the distance from the cursor to the line between where its ends are seen.
// A spring of which an end is hidden is so, and a removed one is not there.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Position(readonly);
STORAGE_Normal(readonly);
STORAGE_Ends(readonly);
STORAGE_SeenSpring(readonly);
STORAGE_Pick(restrict);
#include "pick.glsl"

void main() {
	uint s = invocation();
	if (s >= view.springCount || (seenSpring[s].kind & 0xffffu) == 0u) {
		return;
	}
	uvec2 e = ends[s];
	vec3 a = position[e.x].xyz, b = position[e.y].xyz;
	vec3 from = seen(a), to = seen(b);
	if (hidden(normal[e.x], view.eye.xyz - a) || hidden(normal[e.y], view.eye.xyz - b) || !(min(from.z, to.z) > 0.0)) {
		return;
	}
	vec2 cursor = vec2(pick[0].x, pick[0].y), way = to.xy - from.xy;
	float t = clamp(dot(cursor - from.xy, way) / max(dot(way, way), 1e-12), 0.0, 1.0);
	float off = distance(cursor, from.xy + t * way);
	if (!(off <= pick[0].radius)) {
		return;
	}
	// In a perspective the part of the way in the picture is not that in space.
	float depth = 1.0 / mix(1.0 / from.z, 1.0 / to.z, t);
	vec3 x = mix(a, b, t * depth / to.z);
	answer(length(view.eye.xyz - x), off, depth, s);
}
