// Shared by the passes that pick: the projection of a position into the picture, and the answer. The answer
// is the thing within the radius that has the least d + 4 s, where d is its distance from the eye and s that
// from the ray through the cursor [m]. Stage 0 finds the least sum, and stage 1 the lowest number among the
// things that have it.

// seen projects a position into the picture [pixels] and gives its depth [m], which is negative behind the
// eye.
vec3 seen(vec3 x) {
	vec4 at = view.viewProjection * vec4(x, 1.0);
	return vec3((at.xy / at.w * vec2(0.5, -0.5) + 0.5) * view.viewport.xy, at.w);
}

// hidden says whether a mass lies inside a volume or on its far side.
bool hidden(vec4 n, vec3 toEye) {
	return view.interior == 0.0 && (n.w == 0.0 || n.w == 1.0 && dot(n.xyz, toEye) < 0.0);
}

// answer enters a thing by its distance from the eye [m], by how far it is from the
// cursor [pixels] at a depth [m], and by its number.
void answer(float far, float off, float depth, uint number) {
	float meters = off * depth / (view.pointsPerMeter * view.viewport.z);
	uint score = floatBitsToUint(far + 4.0 * meters); // positive floats sort as their bits
	if (pick[0].stage == 0u) {
		atomicMin(pick[0].score, score);
	} else if (score == pick[0].score) {
		atomicMin(pick[0].number, number);
	}
}
