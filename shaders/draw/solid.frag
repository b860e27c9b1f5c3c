#version 430 core
// A shape that masses bump into, or an arrow: matt and lit.
#include "layout.glsl"

UNIFORM_View;
#include "light.glsl"
#include "surface.glsl"

in vec3 place;
in vec3 normal;
in vec4 base;
layout(location = 0) out vec4 color;

void main() {
	vec3 n = normalize(normal);
	if (base.w > 0.0 && dot(n, view.eye.xyz - place) < 0.0) {
		discard; // the wall of a container that is between the eye and its inside, the back of a shape
	}
	float sun = sunlight(place, n, 3.0);
	float far = distance(place, view.eye.xyz);
	vec3 shown = lit(base.rgb, place, n, sun, 0.05);
	color = vec4(mix(shown, hazeColor(), haze(place)), 1.0);
}
