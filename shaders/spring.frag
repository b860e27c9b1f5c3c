#version 430 core
// A spring in the color of its strain, lit and hazed.
#include "layout.glsl"

UNIFORM_View;
STORAGE_Strain(readonly);
#include "surface.glsl"

layout(binding = 0) uniform sampler2D colorMap;

in float light;
in float mist;
layout(location = 0) out vec4 color;

void main() {
	vec3 base = view.plainColor.rgb;
	if (view.byStrain != 0.0) {
		float share = strain[gl_PrimitiveID].value / view.strainRange; // -1 to 1 over the map
		base = texture(colorMap, vec2(0.5 + 0.5 * share, 0.5)).rgb;
	}
	color = vec4(mix(base * light, hazeColor(), mist), 1.0);
}
