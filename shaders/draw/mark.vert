#version 430 core
// A mark at a mass: an arrow along a vector or to a place, or a diamond on it; or an arrow
// or a line along a vector at a place. Nine corners of three flat triangles that face the eye.
#include "layout.glsl"

UNIFORM_View;

layout(binding = 3) uniform samplerBuffer position;

layout(location = 0) in vec4 to;   // xyz the vector, or the place [m]; w: 0 vector, 1 place, 2 a diamond, 3 vector at start, 4 line at start
layout(location = 1) in uint mass; // its number in the buffers
layout(location = 2) in vec3 start; // [m], of w 3 and 4

layout(location = 0) flat out float kind;

out float gl_ClipDistance[1];

void main() {
	vec3 from = to.w >= 3.0 ? start : texelFetch(position, int(mass)).xyz;
	vec3 way = to.w == 0.0 || to.w >= 3.0 ? to.xyz : to.xyz - from;
	float size = length(way);
	vec3 along = size > 0.0 ? way / size : vec3(0.0, 0.0, 1.0);
	vec3 toEye = view.eye.xyz - (from + way);
	vec3 across = cross(along, toEye);
	across = dot(across, across) > 0.0 ? normalize(across) : vec3(0.0);
	float pixel = length(toEye) / (view.pointsPerMeter * view.viewport.z);
	float head = to.w == 4.0 ? 0.0 : min(14.0 * pixel, 0.4 * size), breadth = 1.5 * pixel;

	// Corners 0 to 5 the shaft, 6 to 8 the head.
	vec3 x;
	if (gl_VertexID < 6) {
		int k = gl_VertexID < 3 ? gl_VertexID : gl_VertexID - 2; // 0 1 2, 1 2 3
		x = ((k & 2) == 0 ? from : from + along * (size - 0.5 * head)) + across * ((k & 1) == 0 ? -breadth : breadth);
	} else {
		int k = gl_VertexID - 6;
		x = k == 2 ? from + way : from + along * (size - head) + across * (k == 0 ? -0.45 : 0.45) * head;
	}
	if (to.w == 2.0) { // a number of pixels to each side
		vec3 toEyeHere = normalize(view.eye.xyz - from);
		vec3 rightward = normalize(cross(vec3(0.0, 0.0, 1.0), toEyeHere) + vec3(1e-9, 0.0, 0.0));
		vec3 upward = cross(toEyeHere, rightward);
		float reach = 7.0 * length(view.eye.xyz - from) / view.pointsPerMeter;
		int k = gl_VertexID < 3 ? gl_VertexID : gl_VertexID - 2;
		x = from + reach * (k == 0 ? -rightward : k == 1 ? upward : k == 2 ? -upward : rightward);
		x = gl_VertexID < 6 ? x : from;
	}
	kind = to.w;
	gl_ClipDistance[0] = 1.0;
	gl_Position = view.viewProjection * vec4(x, 1.0);
}
