#version 430 core
// A mass's shadow: the mass moved along the light to the ground.
#include "layout.glsl"

UNIFORM_View;
#include "surface.glsl"

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 normal; // w: kind of the mass

out float fade;
out float gl_ClipDistance[1];

void main() {
	float height = position.z - view.ground.z;
	vec3 below = position.xyz - view.light.xyz * (height / view.light.z);
	below.z = view.ground.z;
	fade = 1.0 - smoothstep(0.3, 1.0, distance(below.xy, view.ground.xy) / view.ground.w);
	// Masses inside a volume or under the ground cast none of their own.
	gl_ClipDistance[0] = normal.w == INSIDE || height < -0.5 * view.massDiameter ? -1.0 : 1.0;
	gl_Position = view.viewProjection * vec4(below, 1.0);
	// Wide enough that neighbors on a surface touch.
	float size = 15.0 * view.massDiameter * view.pointsPerMeter / max(gl_Position.w, 1e-6);
	gl_PointSize = clamp(size, 1.5, 24.0) * view.viewport.z;
}
