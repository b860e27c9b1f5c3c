#version 430 core
// A darker background. It is opaque, so that shadows that overlap do not add.
#include "layout.glsl"

UNIFORM_View;

in float fade;
layout(location = 0) out vec4 color;

void main() {
	vec2 p = gl_PointCoord * 2.0 - 1.0;
	if (dot(p, p) > 1.0) {
		discard;
	}
	vec3 sky = mix(view.skyBottom.rgb, view.skyTop.rgb, gl_FragCoord.y / view.viewport.y);
	color = vec4(sky * (1.0 - 0.45 * fade), 1.0);
}
