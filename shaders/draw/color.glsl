// The color of a value on the color map.
layout(binding = 0) uniform sampler2D colorMap;

vec3 colorOf(float value) {
	if (view.colorBy == 0u) {
		return view.plainColor.rgb;
	}
	float share = (value - view.valueLow) / (view.valueHigh - view.valueLow);
	float entries = float(textureSize(colorMap, 0).x);
	// From the middle of the first texel to that of the last one.
	return texture(colorMap, vec2((clamp(share, 0.0, 1.0) * (entries - 1.0) + 0.5) / entries, 0.5)).rgb;
}
