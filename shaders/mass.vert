#version 430 core
// A mass as a point whose size falls with distance.
#include "layout.glsl"

UNIFORM_View;
#include "surface.glsl"

layout(location = 0) in vec4 position; // w: inverse mass, 0: pinned
layout(location = 1) in vec4 normal;   // w: kind of the mass

out vec3 base;
out float light;
out float mist;
out float gl_ClipDistance[1];

// Smaller points would flicker; larger ones are not points any more.
const float SMALLEST = 1.5;
const float LARGEST = 26.0;

void main() {
	base = position.w == 0.0 ? view.pinColor.rgb : view.massColor.rgb;
	light = brightness(position.xyz, normal);
	mist = haze(position.xyz);
	gl_ClipDistance[0] = visibility(position.xyz, normal);
	gl_Position = view.viewProjection * vec4(position.xyz, 1.0);
	float size = view.massDiameter * view.pointsPerMeter / max(gl_Position.w, 1e-6);
	gl_PointSize = clamp(size, SMALLEST, LARGEST) * view.viewport.z;
	// A little nearer than the springs that end here.
	gl_Position.z -= 2e-5 * gl_Position.w;
}
