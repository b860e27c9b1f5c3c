// The force law of a spring with a damper along its axis.
//
//   d = xB − xA,  L = |d|,  n = d / L
//   f = k (L − L0) + c ((vB − vA)·n)      [N], positive pulls the ends together
//   f = max(0, f) while L > L0, else 0    where the material is tension-only
//   force on A = f n, on B = −f n
//
// Ends closer than SHORTEST have no direction: no force, no NaN.
const float SHORTEST = 1e-12; // [m]

const uint TENSION_ONLY = 1u; // flag of a material

vec3 springForce(vec3 d, vec3 relativeVelocity, float restLength, Material m) {
	float length = sqrt(dot(d, d));
	if (length < SHORTEST) {
		return vec3(0.0);
	}
	vec3 n = d / length;
	float f = m.stiffness * (length - restLength) // spring
	        + m.damping * dot(relativeVelocity, n); // damper
#if TENSION
	if ((m.flags & TENSION_ONLY) != 0u) {
		f = length > restLength ? max(0.0, f) : 0.0;
	}
#endif
	return f * n;
}
