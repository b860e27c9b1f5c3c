#version 430 core
// Dark, once a pixel: the depth test lets only the first shadow through.

in float fade;
layout(location = 0) out vec4 color;

void main() {
	vec2 p = gl_PointCoord * 2.0 - 1.0;
	if (dot(p, p) > 1.0) {
		discard;
	}
	color = vec4(0.0, 0.0, 0.0, 0.38 * fade);
}
