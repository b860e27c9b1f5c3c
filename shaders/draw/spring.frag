#version 430 core
// A spring in the color of its value, lit and hazed.
#include "layout.glsl"

UNIFORM_View;
STORAGE_Spring(readonly);
STORAGE_Value(readonly);
#include "surface.glsl"
#include "color.glsl"

in float light;
in float mist;
flat in uint number;
layout(location = 0) out vec4 color;

void main() {
	uint s = view.springStride > 0u ? number : number + uint(gl_PrimitiveID);
	if ((spring[s].kind & 0xffffu) == 0u) {
		discard; // removed
	}
	vec3 base = colorOf(value[s].value);
	color = vec4(mix(base * light, hazeColor(), mist), 1.0);
}
