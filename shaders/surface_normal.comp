#version 430 core
// Pass surface-normal: the normal of the structure's surface at each mass, for
// drawing.
//
// reads:  position, partner
// writes: normal
// formula: n = (xA − x) × (xB − x) / |…|; zero where the two are in line.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Position(readonly);
STORAGE_Partner(readonly);
STORAGE_Normal(writeonly);

void main() {
	uint i = invocation();
	if (i >= view.massCount) {
		return;
	}
	Partner p = partner[i];
	vec3 x = position[i].xyz;
	vec3 n = cross(position[p.a].xyz - x, position[p.b].xyz - x);
	float length = sqrt(dot(n, n));
	normal[i] = vec4(length > 0.0 ? n / length : vec3(0.0), float(p.kind));
}
