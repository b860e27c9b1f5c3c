#version 430 core
// Pass embedded-normal: the normal of an embedded surface at each of its vertices.
//
// reads:  place, skin, skinAt
// writes: normal
// formula: n = Σ (x1 − x0) × (x2 − x0) / |…| over the triangles at the vertex, so that
// large ones weigh more; zero where the sum has no direction.
#include "layout.glsl"
#include "index.glsl"

STORAGE_Place(readonly);
STORAGE_Skin(readonly);   // vertices
STORAGE_SkinAt(readonly); // of the vertices
STORAGE_Normal(writeonly);

void main() {
	uint v = invocation();
	if (v >= skinAt[0].entry - 1u) {
		return; // the lists begin behind one entry more than there are vertices
	}
	vec3 n = vec3(0.0);
	for (uint k = skinAt[v].entry; k < skinAt[v + 1u].entry; k++) {
		uint t = 3u * skinAt[k].entry;
		vec3 x = place[skin[t].mass].xyz;
		n += cross(place[skin[t + 1u].mass].xyz - x, place[skin[t + 2u].mass].xyz - x);
	}
	float length = sqrt(dot(n, n));
	normal[v] = vec4(length > 0.0 ? n / length : vec3(0.0), 1.0); // of a solid
}
