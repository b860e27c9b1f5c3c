#version 430 core
// The ground: a square around the grid's center, two triangles. It is a backdrop behind everything: a body
// that has sunk into it a little is still seen.
#include "layout.glsl"

UNIFORM_View;

out vec2 place; // [m]

void main() {
	int corner = gl_VertexID < 3 ? gl_VertexID : gl_VertexID - 2; // 0 1 2, 1 2 3
	vec2 side = vec2((corner & 1) == 0 ? -1.0 : 1.0, (corner & 2) == 0 ? -1.0 : 1.0);
	place = view.ground.xy + side * view.ground.w;
	gl_Position = view.viewProjection * vec4(place, view.ground.z, 1.0);
	gl_Position.z = 0.999999 * gl_Position.w;
}
