// The law of two masses that touch, which model.Collision gives:
//
//	D = min(r_i + r_j, |X_i − X_j|), of one body r_i + r_j, since lists leave out the rest
//	d = x_i − x_j,  δ = D − |d|,  n = d/|d|
//	F_N = pushOf(kc, bc, δ, (v_i − v_j)·n)
//	kc = 2/(1/kc_i + 1/kc_j),  bc = (ζ_i + ζ_j) √(kc m_r),  m_r = 1/(1/m_i + 1/m_j)
//
// Seen from the other mass, every difference changes its sign and nothing else, so that both
// get the same bits. A pass declares Params, Collision, Ball, BodySurface and PairList, and
// includes real.glsl and state.glsl before this.
#include "grid.glsl"
#include "contact_laws.glsl"
#include "pair_laws.glsl"

// Masses nearer to each other than this have no direction, and no force [m].
const float NO_WAY = 1e-12;

// Pair is a touch, seen from the first of both masses.
struct Pair {
	float depth;  // δ [m]; 0 or less: they do not touch
	vec3 normal; // n, from the other mass to this one
	float stiffness; // kc [N/m]
	float damping; // bc [N·s/m]
	float reduced; // m_r [kg]
	float push; // F_N [N]
};

vec3 restOf(Ball a) { return vec3(a.restX, a.restY, a.restZ); }
vec3 restLowOf(Ball a) { return vec3(a.restLowX, a.restLowY, a.restLowZ); }

// depthOf takes the overlap of bodies at rest from it.
float depthOf(Ball a, Ball b, float distance) {
	float reach = a.radius + b.radius;
	if (a.body != b.body) {
		reach = min(reach, length(restOf(a) - restOf(b) + (restLowOf(a) - restLowOf(b))));
	}
	return reach - distance;
}

// pairOf is the touch of two masses by their numbers among those that take part. parting is
// the velocity of the first one against the other [m/s], as the damper sees it.
Pair pairOf(uint p, uint q, vec3 parting) {
	Ball a = ball[p];
	Ball b = ball[q];
	vec3 way = positionOf(a.mass) - positionOf(b.mass);
	float distance = sqrt(dot(way, way));
	Pair t = Pair(depthOf(a, b, distance), vec3(0.0), 0.0, 0.0, 0.0, 0.0);
	float perMass = inverseMassOf(a.mass) + inverseMassOf(b.mass);
	if (!(t.depth > 0.0) || distance < NO_WAY || perMass == 0.0) {
		t.depth = 0.0;
		return t;
	}
	BodySurface one = bodySurface[a.body];
	BodySurface other = bodySurface[b.body];
	t.normal = way / distance;
	t.stiffness = pairStiffness(one.stiffness, other.stiffness);
	t.reduced = 1.0 / perMass;
	t.damping = pairDamping(one.dampingRatio, other.dampingRatio, t.stiffness, t.reduced);
	t.push = pushOf(t.stiffness, t.damping, t.depth, dot(parting, t.normal));
	return t;
}
