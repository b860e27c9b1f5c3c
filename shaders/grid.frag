#version 430 core
// Grid lines one pixel wide at any distance, fading outward; every fifth line
// is stronger, and the axes through the origin are tinted.
#include "layout.glsl"

UNIFORM_View;

in vec2 place;
layout(location = 0) out vec4 color;

// lines is how much of a line of the given spacing covers this pixel.
float lines(float spacing) {
	vec2 cell = place / spacing;
	vec2 width = fwidth(cell);
	vec2 off = abs(fract(cell - 0.5) - 0.5) / width;
	vec2 cover = (1.0 - min(off, 1.0)) * (1.0 - smoothstep(0.15, 0.5, width)); // no moiré far away
	return max(cover.x, cover.y);
}

void main() {
	float far = distance(place, view.ground.xy) / view.ground.w;
	float fade = 1.0 - smoothstep(0.25, 1.0, far);
	float cover = max(0.20 * lines(view.gridSpacing), 0.36 * lines(5.0 * view.gridSpacing));
	vec2 axis = 1.0 - min(abs(place) / (1.5 * fwidth(place)), 1.0);
	vec3 tint = vec3(0.62, 0.68, 0.76);
	tint = mix(tint, vec3(0.86, 0.36, 0.36), axis.y); // the x axis: y = 0
	tint = mix(tint, vec3(0.40, 0.76, 0.42), axis.x);
	color = vec4(tint, fade * max(cover, 0.5 * max(axis.x, axis.y)));
}
