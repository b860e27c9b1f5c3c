// The force law of a spring with a damper along its axis.
//
//   d = xB − xA,  L = |d|,  n = d / L
//   f = k (L − L0) + c ((vB − vA)·n)      [N], positive pulls the ends together
//   f = max(0, f) while L > L0, else 0    where the material is tension-only
//   force on A = f n, on B = −f n
//
// Ends closer than SHORTEST have no direction: no force, no NaN.
const real SHORTEST = real(1e-12); // [m]

real3 springForce(real3 d, real3 relativeVelocity, Law law) {
	real length = sqrt(dot(d, d));
	if (length < SHORTEST) {
		return real3(0.0);
	}
	real3 n = d / length;
	real f = law.stiffness * (length - law.restLength) // spring
	       + law.damping * dot(relativeVelocity, n); // damper
#if TENSION
	if (law.tensionOnly) {
		f = length > law.restLength ? max(real(0.0), f) : real(0.0);
	}
#endif
	return f * n;
}
