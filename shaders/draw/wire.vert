#version 430 core
// An end of a spring on the visible surface.
#include "layout.glsl"

UNIFORM_View;
#include "surface.glsl"

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 normal; // w: kind of the mass

out float strength;
out float gl_ClipDistance[1];

void main() {
	strength = 1.0 - haze(position.xyz);
	gl_ClipDistance[0] = normal.w == SOLID ? facing(position.xyz, normal) + 0.05 : 1.0;
	gl_Position = view.viewProjection * vec4(position.xyz, 1.0);
	gl_Position.z -= 1.5e-4 * gl_Position.w; // in front of the surface
}
