#version 430 core
// Pass surface-normal: the normal of the structure's surface at each mass, for
// drawing.
//
// reads:  position, partner, skin, skinAt
// writes: normal
// formula: n = Σ (x1 − x0) × (x2 − x0) / |…| over the triangles at the mass, so that
// large ones weigh more; without triangles (xA − x) × (xB − x) / |…|; zero where
// there is no direction.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Position(readonly);
STORAGE_Partner(readonly);
STORAGE_Skin(readonly);
STORAGE_SkinAt(readonly);
STORAGE_Normal(writeonly);

void main() {
	uint i = invocation();
	if (i >= view.massCount) {
		return;
	}
	Partner p = partner[i];
	vec3 n = vec3(0.0);
	uint from = skinAt[i].entry, to = skinAt[i + 1u].entry;
	for (uint k = from; k < to; k++) {
		uint t = 3u * skinAt[k].entry;
		vec3 x = position[skin[t].mass].xyz;
		n += cross(position[skin[t + 1u].mass].xyz - x, position[skin[t + 2u].mass].xyz - x);
	}
	if (from == to) {
		vec3 x = position[i].xyz;
		n = cross(position[p.a].xyz - x, position[p.b].xyz - x);
	}
	float length = sqrt(dot(n, n));
	normal[i] = vec4(length > 0.0 ? n / length : vec3(0.0), float(p.kind));
}
