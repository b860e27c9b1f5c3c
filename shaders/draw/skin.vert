#version 430 core
// A corner of the visible surface: a mass.
#include "layout.glsl"

UNIFORM_View;

layout(location = 0) in vec4 position; // w: inverse mass
layout(location = 1) in vec4 normal;   // w: kind of the mass
layout(location = 2) in float massValue;

out vec3 place;
out vec3 outward;
out float shade;
flat out float name; // of a named coloring: between the numbers 1 and 3 there is no 2
invariant gl_Position; // depth.vert places it, too

void main() {
	place = position.xyz;
	outward = normal.xyz;
	shade = massValue;
	name = massValue;
	gl_Position = view.viewProjection * vec4(place, 1.0);
}
