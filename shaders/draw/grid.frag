#version 430 core
// The ground, matt, with the shadow on it and grid lines one pixel wide at any
// distance, fading outward into the background; every fifth line is stronger, and
// the axes through the origin are tinted.
#include "layout.glsl"

UNIFORM_View;
#include "light.glsl"

in vec2 place;
layout(location = 0) out vec4 color;

// lines is how much of a line of the given spacing covers this pixel, at a place of the grid.
float lines(vec2 at, float spacing) {
	vec2 cell = at / spacing;
	vec2 width = fwidth(cell);
	vec2 off = abs(fract(cell - 0.5) - 0.5) / width;
	vec2 cover = (1.0 - min(off, 1.0)) * (1.0 - smoothstep(0.15, 0.5, width)); // no moiré far away
	return max(cover.x, cover.y);
}

void main() {
	float far = distance(place, view.ground.xy) / view.ground.w;
	float fade = 1.0 - smoothstep(0.15, 1.0, far);
	vec2 at = place + vec2(view.ambientUp.w, view.ambientDown.w);
	float cover = max(0.45 * lines(at, view.gridSpacing), lines(at, 5.0 * view.gridSpacing));
	vec2 axis = 1.0 - min(abs(at) / (1.5 * fwidth(place)), 1.0);
	vec3 tint = view.gridColor.rgb;
	tint = mix(tint, vec3(0.86, 0.36, 0.36), axis.y); // the x axis: y = 0
	tint = mix(tint, vec3(0.40, 0.76, 0.42), axis.x);
	cover = max(cover * view.gridColor.a, 0.55 * max(axis.x, axis.y));

	float sun = sunlight(vec3(place, view.ground.z), vec3(0.0, 0.0, 1.0), 4.5);
	// In a shadow less of the sky is seen, too.
	vec3 light = view.ambientUp.rgb * (0.55 + 0.45 * sun) + view.sun.rgb * (sun * view.light.z);
	vec3 ground = toScreen(toLinear(view.groundColor.rgb) * toned(light));
	vec3 shown = mix(ground, tint, cover);
	float opaque = mix(cover, 1.0, view.groundColor.a);
	color = vec4(shown, fade * opaque);
}
