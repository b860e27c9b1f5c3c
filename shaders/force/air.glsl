// How the air meets a triangle. A pass declares Triangle, and includes state.glsl, before it includes this.
// Values that must be zero are zero by differences and comparisons, which no driver contracts. (Precise
// variables here keep Mesa from optimizing the rest of resident.comp as it does integrate.comp, and both must
// have the same bits there.)

// twiceArea is the normal of a triangle, twice as long as its area [m²]. Of equal and opposite
// edges it is zero: a·b − c·d contracted would leave the rounding of one product.
vec3 twiceArea(Triangle t) {
	vec3 x = positionOf(t.a);
	vec3 p = positionOf(t.b) - x;
	vec3 q = positionOf(t.c) - x;
	return p == q || p == -q ? vec3(0.0) : cross(p, q);
}

// against is the velocity of the air against the mean of the corners [m/s]. It is the mean of
// differences, so that it is zero for a triangle that moves with the air, however a driver
// divides by 3.
vec3 against(Triangle t, vec3 air) {
	return ((air - velocityOf(t.a)) + (air - velocityOf(t.b)) + (air - velocityOf(t.c))) / 3.0;
}
