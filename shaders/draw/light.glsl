// The light on all that is drawn. Light is linear; colors are sRGB.
layout(binding = 2) uniform sampler2DShadow shadowMap;

vec3 toLinear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }

vec3 toScreen(vec3 c) {
	c = clamp(c, 0.0, 1.0);
	return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// filmic rolls strong light off softly, as film does (K. Narkowicz, ACES filmic tone mapping curve, 2016). It
// is applied to the light and not to the color of the lit surface, so that colors can still be looked up in
// the legend.
float filmic(float x) { return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14); }

vec3 toned(vec3 light) {
	float strongest = max(max(light.r, light.g), max(light.b, 1e-4));
	return light * (filmic(strongest) / strongest);
}

// sunlight is the share of the light that reaches a point with that normal, softly. A surface that turns away
// from the sun is in its own shadow. Elsewhere the middle and the rim of a disc are looked at, and its inside
// only where those do not agree.
float sunlight(vec3 x, vec3 n, float spread) {
	if (dot(n, view.light.xyz) < -0.2) {
		return 1.0 - view.light.w;
	}
	vec3 at = (view.lightProjection * vec4(x + n * view.shadowBias, 1.0)).xyz;
	if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) {
		return 1.0;
	}
	vec2 texel = spread / vec2(textureSize(shadowMap, 0));
	float open = texture(shadowMap, at), looked = 1.0;
	if (view.softShadow == 0u) {
		return mix(1.0, open, view.light.w);
	}
	for (int k = SHADOW_TAPS - 1; k >= 0; k--) { // points of a spiral, from the rim inward
		if (k == SHADOW_TAPS / 2 - 1 && (open == 0.0 || open == looked)) {
			break;
		}
		float r = sqrt((float(k) + 0.5) / float(SHADOW_TAPS));
		float turn = 2.39996 * float(k);
		open += texture(shadowMap, vec3(at.xy + texel * r * vec2(cos(turn), sin(turn)), at.z));
		looked += 1.0;
	}
	return mix(1.0, open / looked, view.light.w);
}

float power48(float x) {
	float x3 = x * x * x;
	float x6 = x3 * x3;
	float x12 = x6 * x6;
	float x24 = x12 * x12;
	return x24 * x24;
}

// lit is the color of a matt point with a little gloss: light from a sky above and
// a ground below, from a sun, and from the eye.
vec3 lit(vec3 base, vec3 x, vec3 n, float sun, float gloss) {
	vec3 toEye = normalize(view.eye.xyz - x);
	vec3 light = mix(view.ambientDown.rgb, view.ambientUp.rgb, 0.5 + 0.5 * n.z) * (0.75 + 0.25 * sun);
	light += view.sun.rgb * (sun * max(dot(n, view.light.xyz), 0.0));
	light += vec3(view.sun.w * max(dot(n, toEye), 0.0));
	vec3 color = toLinear(base) * toned(light);
	vec3 middle = normalize(view.light.xyz + toEye);
	color += view.sun.rgb * (gloss * sun * power48(max(dot(n, middle), 0.0)));
	float rim = 1.0 - max(dot(n, toEye), 0.0);
	color += view.ambientUp.rgb * (gloss * rim * rim * rim * rim);
	return toScreen(color);
}
