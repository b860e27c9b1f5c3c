#version 430 core
// A round point, shaded as a small ball.
#include "layout.glsl"

UNIFORM_View;
#include "surface.glsl"

in vec3 base;
in float light;
in float mist;
layout(location = 0) out vec4 color;

void main() {
	vec2 p = gl_PointCoord * 2.0 - 1.0;
	float r2 = dot(p, p);
	if (r2 > 1.0) {
		discard;
	}
	float bulge = mix(0.62, 1.08, sqrt(1.0 - r2) * 0.7 + 0.3 * (0.5 - 0.5 * p.y));
	color = vec4(mix(base * light * bulge, hazeColor(), mist), 1.0);
}
