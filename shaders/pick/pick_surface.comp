#version 430 core
// Pass pick-surface: the mass at the corner that is next to the cursor, of the triangle
// in front.
//
// reads:  position, skin, pick
// writes: pick
// formula: the triangle in whose picture the cursor is, its depth there by 1/w.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Position(readonly);
STORAGE_Skin(readonly);
STORAGE_Pick(restrict);
#include "pick.glsl"

// turn is twice the area of a triangle in the picture, with a sign.
float turn(vec2 a, vec2 b, vec2 c) {
	vec2 p = b - a, q = c - a;
	return p.x * q.y - p.y * q.x;
}

void main() {
	uint t = 3u * invocation();
	if (t + 2u >= uint(skin.length())) {
		return;
	}
	uvec3 corner = uvec3(skin[t].mass, skin[t + 1u].mass, skin[t + 2u].mass);
	vec3 a = seen(position[corner.x].xyz), b = seen(position[corner.y].xyz), c = seen(position[corner.z].xyz);
	vec2 cursor = vec2(pick[0].x, pick[0].y);
	float all = turn(a.xy, b.xy, c.xy);
	vec3 share = vec3(turn(b.xy, c.xy, cursor), turn(c.xy, a.xy, cursor), turn(a.xy, b.xy, cursor)) / all;
	if (!(min(min(a.z, b.z), c.z) > 0.0) || !(min(min(share.x, share.y), share.z) >= 0.0)) {
		return;
	}
	vec3 off = vec3(distance(a.xy, cursor), distance(b.xy, cursor), distance(c.xy, cursor));
	uint nearest = off.x <= min(off.y, off.z) ? corner.x : off.y <= off.z ? corner.y : corner.z;
	answer(1.0 / dot(share, 1.0 / vec3(a.z, b.z, c.z)), 0.0, 0.0, nearest);
}
