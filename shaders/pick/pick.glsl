// What the passes that pick have in common: where a place is seen, and the answer. Of
// all that is picked within the radius it is what has the least d + 4 s: its distance
// from the eye d and from the ray through the cursor s [m]; first the least sum is
// found, then, of what has it, the lowest number.

// seen is where a place is in the picture [pixels] and how deep [m], negative behind
// the eye.
vec3 seen(vec3 x) {
	vec4 at = view.viewProjection * vec4(x, 1.0);
	return vec3((at.xy / at.w * vec2(0.5, -0.5) + 0.5) * view.viewport.xy, at.w);
}

// hidden says whether a mass lies inside a volume or on its far side.
bool hidden(vec4 n, vec3 toEye) {
	return view.interior == 0.0 && (n.w == 0.0 || n.w == 1.0 && dot(n.xyz, toEye) < 0.0);
}

// answer is one of a thing at a distance from the eye, so many pixels off at a depth,
// and of its number.
void answer(float far, float off, float depth, uint number) {
	float meters = off * depth / (view.pointsPerMeter * view.viewport.z);
	uint score = floatBitsToUint(far + 4.0 * meters); // positive floats sort as their bits
	if (pick[0].stage == 0u) {
		atomicMin(pick[0].score, score);
	} else if (score == pick[0].score) {
		atomicMin(pick[0].number, number);
	}
}
