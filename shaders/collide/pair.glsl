// The law of two masses that touch, which model.Collision gives:
//
//	D = min(r_i + r_j, |X_i − X_j|), of one body r_i + r_j, since lists leave out the rest
//	d = x_i − x_j,  δ = D − |d|,  n = d/|d|
//	F_N = max(0, kc δ − bc (v_i − v_j)·n)  while δ > 0
//	kc = 2/(1/kc_i + 1/kc_j),  bc = (ζ_i + ζ_j) √(kc m_r),  m_r = 1/(1/m_i + 1/m_j)
//
// Seen from the other mass, every difference changes its sign and nothing else, so that both
// get the same bits. A pass declares Params, Collision, Ball, BodySurface and PairList, and
// includes real.glsl and state.glsl before this.
#include "grid.glsl"

// Masses nearer to each other than this have no direction, and no force [m].
const real NO_WAY = real(1e-12);

// Pair is a touch, seen from the first of both masses.
struct Pair {
	real depth;  // δ [m]; 0 or less: they do not touch
	real3 normal; // n, from the other mass to this one
	real stiffness; // kc [N/m]
	real damping; // bc [N·s/m]
	real reduced; // m_r [kg]
	real push; // F_N [N]
};

// Outside is the surface of a body, in the precision of the run.
struct Outside { real stiffness, dampingRatio, staticFriction, kineticFriction; };

Outside outsideOf(uint body) {
	BodySurface s = bodySurface[body];
	BodySurface low = s;
#if PRECISION == DOUBLE
	low = bodySurface[collision.bodies + body];
#endif
	return Outside(TWO_WORDS(s.stiffness, low.stiffness), TWO_WORDS(s.dampingRatio, low.dampingRatio),
		TWO_WORDS(s.staticFriction, low.staticFriction), TWO_WORDS(s.kineticFriction, low.kineticFriction));
}

vec3 restOf(Ball a) { return vec3(a.restX, a.restY, a.restZ); }
vec3 restLowOf(Ball a) { return vec3(a.restLowX, a.restLowY, a.restLowZ); }

#if PRECISION == COMPENSATED
// squareOf is |a − b|² of two places in two words.
Two squareOf(vec3 a, vec3 aLow, vec3 b, vec3 bLow) {
	Two sum = Two(0.0, 0.0);
	for (int axis = 0; axis < 3; axis++) {
		sum = plus(sum, squared(minus(Two(a[axis], aLow[axis]), Two(b[axis], bLow[axis]))));
	}
	return sum;
}

// depthOf keeps what D − |d| loses by subtraction: it is (D² − d²)/(D + |d|), whose
// numerator is formed in two words.
real depthOf(Ball a, Ball b, Place here, Place there, real distance) {
	Two reach = plus(Two(a.radius, a.radiusLow), Two(b.radius, b.radiusLow));
	Two square = squared(reach);
	real most = reach.high;
	if (a.body != b.body) {
		Two rest = squareOf(restOf(a), restLowOf(a), restOf(b), restLowOf(b));
		if (minus(rest, square).high < 0.0) {
			square = rest;
			most = sqrt(rest.high);
		}
	}
	return minus(square, squareOf(here.x, here.low, there.x, there.low)).high / (most + distance);
}

real3 wayFrom(Place there, Place here) { return (here.x - there.x) + (here.low - there.low); }
#else
real depthOf(Ball a, Ball b, Place here, Place there, real distance) {
	real reach = TWO_WORDS(a.radius, a.radiusLow) + TWO_WORDS(b.radius, b.radiusLow);
	if (a.body != b.body) {
#if PRECISION == DOUBLE
		reach = min(reach, length(real3(restOf(a)) + real3(restLowOf(a)) - (real3(restOf(b)) + real3(restLowOf(b)))));
#else
		reach = min(reach, length(restOf(a) - restOf(b) + (restLowOf(a) - restLowOf(b))));
#endif
	}
	return reach - distance;
}

real3 wayFrom(Place there, Place here) { return here.x - there.x; }
#endif

// pairOf is the touch of two masses by their numbers among those that take part. parting is
// the velocity of the first one against the other [m/s], as the damper sees it.
Pair pairOf(uint p, uint q, real3 parting) {
	Ball a = ball[p];
	Ball b = ball[q];
	Place here = placeOf(a.mass);
	Place there = placeOf(b.mass);
	real3 way = wayFrom(there, here);
	real distance = sqrt(dot(way, way));
	Pair t = Pair(depthOf(a, b, here, there, distance), real3(0.0), real(0.0), real(0.0), real(0.0), real(0.0));
	real perMass = inverseMassOf(a.mass) + inverseMassOf(b.mass);
	if (!(t.depth > real(0.0)) || distance < NO_WAY || perMass == real(0.0)) {
		t.depth = real(0.0);
		return t;
	}
	Outside one = outsideOf(a.body);
	Outside other = outsideOf(b.body);
	t.normal = way / distance;
	t.stiffness = real(2.0) / (real(1.0) / one.stiffness + real(1.0) / other.stiffness);
	t.reduced = real(1.0) / perMass;
	t.damping = (one.dampingRatio + other.dampingRatio) * sqrt(t.stiffness * t.reduced);
	t.push = max(real(0.0), t.stiffness * t.depth - t.damping * dot(parting, t.normal));
	return t;
}
