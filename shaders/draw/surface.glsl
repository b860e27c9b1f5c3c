// How a mass is lit and whether it is seen, from its normal.
//
// Kinds: 0 inside a volume, 1 on a volume's surface, 2 in a sheet, 3 in a
// thread; see Surface constants in draw.go.
const float INSIDE = 0.0;
const float SOLID = 1.0;
const float SHEET = 2.0;

// facing is the cosine between the normal and the way to the eye.
float facing(vec3 x, vec4 n) { return dot(n.xyz, normalize(view.eye.xyz - x)); }

// visibility is a clip distance: positive where a mass is to be drawn. Masses inside a volume or on its far
// side are cut away, since between thin lines everything behind would shine through. A spring from the
// surface inward is cut close to the surface.
float visibility(vec3 x, vec4 n) {
	if (view.interior != 0.0 || n.w > SOLID) {
		return 1.0;
	}
	return n.w == INSIDE ? -1.2 : facing(x, n) + 0.12;
}

// brightness is Lambert's law, softened ("half Lambert") so that no side is
// black; sheets are lit on the side that is seen, threads everywhere.
float brightness(vec3 x, vec4 n) {
	if (n.w == INSIDE) {
		return view.light.w;
	}
	if (n.xyz == vec3(0.0)) {
		return 1.0;
	}
	float side = n.w == SHEET && facing(x, n) < 0.0 ? -1.0 : 1.0;
	float lambert = 0.5 + 0.5 * dot(side * n.xyz, view.light.xyz);
	return mix(view.light.w, 1.0, lambert * lambert);
}

// haze is the share of the background's color at x, which gives a sense of depth.
float haze(vec3 x) {
	return view.fog.z * smoothstep(view.fog.x, view.fog.y, distance(view.eye.xyz, x));
}

vec3 hazeColor() { return mix(view.skyTop.rgb, view.skyBottom.rgb, 0.5); }
