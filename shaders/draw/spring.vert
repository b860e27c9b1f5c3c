#version 430 core
// An end of a spring: the mass's position, straight from the engine's buffer.
#include "layout.glsl"

UNIFORM_View;
#include "surface.glsl"

layout(location = 0) in vec4 position; // w: inverse mass
layout(location = 1) in vec4 normal;   // w: kind of the mass
layout(location = 2) in uint first;    // spring of the draw

out float light;
out float mist;
flat out uint number;
out float gl_ClipDistance[1];

void main() {
	number = first;
	light = brightness(position.xyz, normal);
	mist = haze(position.xyz);
	gl_ClipDistance[0] = visibility(position.xyz, normal);
	gl_Position = view.viewProjection * vec4(position.xyz, 1.0);
}
