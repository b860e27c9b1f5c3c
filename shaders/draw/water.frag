#version 430 core
// Water, clear, with the light of the sky on it, the more the flatter one looks; it fades outward.
#include "layout.glsl"

UNIFORM_View;
#include "light.glsl"

in vec3 place;
in vec3 upward;
layout(location = 0) out vec4 color;

void main() {
	vec3 toEye = normalize(view.eye.xyz - place);
	vec3 n = normalize(upward);
	float flat_ = 1.0 - abs(dot(toEye, n));
	float shine = 0.15 + 0.85 * flat_ * flat_ * flat_;
	vec3 deep = toLinear(vec3(0.10, 0.36, 0.52));
	float sun = max(dot(n, view.light.xyz), 0.0);
	vec3 light = view.ambientUp.rgb + view.sun.rgb * sun;
	vec3 shown = mix(toScreen(deep * toned(light)), toScreen(toLinear(view.skyTop.rgb) + 0.25), 0.5 * shine);
	float far = distance(place.xy, view.ground.xy) / view.waterWave.z;
	color = vec4(shown, view.water.w * (0.75 + 0.25 * shine) * (1.0 - smoothstep(0.35, 1.0, far)));
}
