#version 430 core
// A corner of the visible surface, for its depth alone: as skin.vert places it, to the
// last bit.
#include "layout.glsl"

UNIFORM_View;

layout(location = 0) in vec4 position;

invariant gl_Position;

void main() {
	vec3 place = position.xyz;
	gl_Position = view.viewProjection * vec4(place, 1.0);
}
