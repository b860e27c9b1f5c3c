#version 430 core
// Depth as the light sees it.
#include "layout.glsl"

UNIFORM_View;

layout(location = 0) in vec4 position;

void main() {
	vec4 at = view.lightProjection * vec4(position.xyz, 1.0); // 0 to 1
	gl_Position = vec4(at.xyz * 2.0 - 1.0, 1.0);
	// Masses alone, without a surface: a little larger than they are.
	float texelsPerMeter = length(vec3(view.lightProjection[0].x, view.lightProjection[1].x, view.lightProjection[2].x)) * SHADOW_SIDE;
	gl_PointSize = clamp(1.5 * view.massDiameter * texelsPerMeter, 1.0, 24.0);
}
