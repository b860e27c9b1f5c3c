// Turns of vectors. Where EXACT is defined, sums of products are precise here and in the files that include
// this, for passes whose bits must not depend on their other code; such a pass gives dot, cross and length a
// precise form, too.

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
