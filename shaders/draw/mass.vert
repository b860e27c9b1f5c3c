#version 430 core
// A mass as a point whose size falls with distance, to be lit as a ball.
#include "layout.glsl"

UNIFORM_View;
#include "surface.glsl"

layout(location = 0) in vec4 position; // w: inverse mass, 0: pinned
layout(location = 1) in vec4 normal;   // w: kind of the mass

out vec3 base;
out vec3 place;
out vec3 rightward;
out vec3 upward;
out vec3 toEye;
out float gl_ClipDistance[1];

// Smaller points would flicker; larger ones would not look like points.
const float SMALLEST = 1.5;
const float LARGEST = 40.0;

void main() {
	bool pinned = position.w == 0.0;
	base = pinned ? view.pinColor.rgb : view.massColor.rgb;
	place = position.xyz;
	toEye = normalize(view.eye.xyz - place);
	rightward = normalize(cross(vec3(0.0, 0.0, 1.0), toEye) + vec3(1e-9, 0.0, 0.0));
	upward = cross(toEye, rightward);
	gl_ClipDistance[0] = visibility(position.xyz, normal);
	gl_Position = view.viewProjection * vec4(position.xyz, 1.0);
	float size = view.massDiameter * view.pointsPerMeter / max(gl_Position.w, 1e-6);
	// Pins are few and matter: they are larger, and are seen over a surface.
	size *= pinned ? 1.35 : 1.0;
	gl_PointSize = clamp(size, pinned ? view.pinColor.w : SMALLEST, LARGEST) * view.viewport.z;
	// As near as the front of the ball, so that no spring pokes through it.
	vec4 front = view.viewProjection * vec4(place + toEye * (0.5 * view.massDiameter), 1.0);
	gl_Position.z = (front.z / front.w - (pinned ? 4e-4 : 2e-5)) * gl_Position.w;
}
