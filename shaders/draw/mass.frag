#version 430 core
// A round point, lit as a ball.
#include "layout.glsl"

UNIFORM_View;
#include "light.glsl"
#include "surface.glsl"

in vec3 base;
in vec3 place;
in vec3 rightward; // of the view
in vec3 upward;
in vec3 toEye;
layout(location = 0) out vec4 color;

void main() {
	vec2 p = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
	float r2 = dot(p, p);
	if (r2 > 1.0) {
		discard;
	}
	vec3 n = rightward * p.x + upward * p.y + toEye * sqrt(1.0 - r2);
	color = vec4(mix(lit(base, place, n, 1.0, 0.15), hazeColor(), haze(place)), 1.0);
}
