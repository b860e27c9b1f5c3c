#version 430 core
// A spring as a tube, lit.
#include "layout.glsl"

UNIFORM_View;
STORAGE_Spring(readonly);
STORAGE_Value(readonly);
#include "light.glsl"
#include "surface.glsl"
#include "color.glsl"

in vec3 place;
in vec3 side;
in vec3 front;
in float across;
flat in uint number;
layout(location = 0) out vec4 color;

void main() {
	if ((spring[number].kind & 0xffffu) == 0u) {
		discard; // removed
	}
	vec3 n = normalize(side * across + front * sqrt(max(1.0 - across * across, 0.0)));
	float sun = sunlight(place, n, 1.8);
	color = vec4(mix(lit(colorOf(value[number].value), place, n, sun, 0.10), hazeColor(), haze(place)), 1.0);
}
