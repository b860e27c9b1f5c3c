// Turns of vectors. Where EXACT is defined, here and in what includes this, sums of products are
// precise, for passes whose bits must not depend on what else they do; such a pass gives dot,
// cross and length a precise form, too.

// turned is a vector rotated by the unit quaternion (q, w).
real3 turned(real3 v, real3 q, real w) {
	real3 t = 2.0 * cross(q, v);
#ifdef EXACT
	precise real3 sum = v + w * t + cross(q, t);
	return sum;
#else
	return v + w * t + cross(q, t);
#endif
}
