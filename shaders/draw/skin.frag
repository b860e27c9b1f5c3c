#version 430 core
// The visible surface, lit, with smooth normals, in the color of its value.
#include "layout.glsl"

UNIFORM_View;
#include "light.glsl"
#include "surface.glsl"
#include "color.glsl"

in vec3 place;
in vec3 outward;
in float shade;
flat in float name;
layout(location = 0) out vec4 color;

void main() {
	// The side that is seen is the one toward the eye. A smooth normal says so less
	// well: behind an edge it points away.
	vec3 toEye = view.eye.xyz - place;
	vec3 face = cross(dFdx(place), dFdy(place));
	face = dot(face, face) > 0.0 ? normalize(face) : normalize(toEye);
	face = dot(face, toEye) < 0.0 ? -face : face;
	vec3 n = dot(outward, outward) > 0.0 ? normalize(outward) : face;
	n = dot(face, n) < 0.0 ? -n : n; // a sheet is seen from both sides
	// Where the surface has an edge, each side keeps its own normal.
	n = normalize(mix(face, n, smoothstep(0.68, 0.80, dot(face, n))));
	float sun = sunlight(place, n, 1.8);
	bool named = view.colorBy >= 5u; // material, group, actuator
	color = vec4(mix(lit(colorOf(named ? name : shade), place, n, sun, 0.06), hazeColor(), haze(place)), 1.0);
}
