// The force law of a spring with a damper along its axis.
//
//   d = xB − xA,  L = |d|,  n = d / L
//   force on A = f n, on B = −f n,  f = pullOf(L − L0, (vB − vA)·n)
//
// Ends closer than SHORTEST have no direction: no force, no NaN. A pass includes
// state.glsl and springs.glsl before this.
const real SHORTEST = real(1e-12); // [m]

// Reach says how far apart the ends of a spring are.
struct Reach {
	real3 way;    // from end A to end B [m]
	real distance; // between them [m]
	real stretch; // L − L0 [m]
};

#if PRECISION == COMPENSATED
// reachOf is exact where the subtraction L − L0 cancels: with positions and the rest length in two words it
// is (L² − L0²)/(L + L0), whose numerator is formed in two words and whose denominator does not cancel.
Reach reachOf(Place a, Place b, Law law) {
	Two square = Two(0.0, 0.0); // L²
	Reach r;
	for (int axis = 0; axis < 3; axis++) {
		Two d = minus(Two(b.x[axis], b.low[axis]), Two(a.x[axis], a.low[axis]));
		r.way[axis] = d.high;
		square = plus(square, squared(d));
	}
	r.distance = sqrt(square.high);
	Two excess = minus(square, squared(Two(law.restLength, law.restLengthLow)));
	r.stretch = r.distance + law.restLength > 0.0 ? excess.high / (r.distance + law.restLength) : 0.0;
	return r;
}
#else
Reach reachOf(Place a, Place b, Law law) {
	Reach r;
	r.way = b.x - a.x;
	r.distance = sqrt(dot(r.way, r.way));
	r.stretch = r.distance - law.restLength;
	return r;
}
#endif

// axisOf is the direction from end A to end B; zero if their positions are equal.
real3 axisOf(Reach r) { return (r.distance < SHORTEST ? real(0.0) : 1.0 / r.distance) * r.way; }

#include "spring_laws.glsl"

// springForce is the force on end A [N], whose velocity is vA.
real3 springForce(real3 vA, real3 vB, Reach r, Law law) {
	real3 n = axisOf(r);
	real f = pullOf(law, r.stretch, dot(vB - vA, n));
	return f * n;
}
