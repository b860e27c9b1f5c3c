// The law of two springs that touch, or of a mass and a triangle, which model.Collision gives:
//
//	d = Σ β x,  δ = D − |d|,  n = d/|d|;  of a mass beyond a triangle with a known side δ = D + |d|, and n is turned
//	F_N = pushOf(kc, bc, δ, Σ β v·n),  bc = (ζ + ζ') √(kc m_q),  m_q = 1/Σ β² w
//
// A pass declares Params, MeetPair, and the blocks of triangles where there are any (TRIANGLES 1), and includes
// real.glsl and state.glsl before this. Places are taken relative to one mass, so that rounding
// is that of distances.
#include "contact_laws.glsl"
#include "pair_laws.glsl"
#include "meet_laws.glsl"

const uint NO_TRIANGLE = 0xffffffffu;
const float NO_WAY = 1e-12; // distance [m] below which two points have no direction

// Met is a touch.
struct Met {
	vec4 share;   // β of the masses
	vec3 normal;  // n, from the second part to the first
	float depth;  // δ [m]; 0 or less: they do not touch
};

const Met APART = Met(vec4(0.0), vec3(0.0), 0.0);

// way is where mass i is, seen from mass o [m].
vec3 way(uint o, uint i) { return positionOf(i) - positionOf(o); }

// springsMeet is the touch of two springs.
Met springsMeet(MeetPair of) {
	vec3 u = way(of.a, of.b);
	vec3 c = way(of.a, of.c);
	vec3 d = way(of.a, of.d);
	vec3 at = betweenSegments(vec3(0.0), u, c, d);
	vec3 between = at.x * u - c - at.y * (d - c);
	float distance = length(between);
	if (!(distance < of.reach) || distance < NO_WAY) {
		return APART;
	}
	return Met(vec4(1.0 - at.x, at.x, at.y - 1.0, -at.y), between / distance, of.reach - distance);
}

// slipOf is the velocity of the first part against the second where they touch [m/s].
vec3 slipOf(MeetPair of, Met t) {
	return t.share.x * velocityOf(of.a) + t.share.y * velocityOf(of.b) + t.share.z * velocityOf(of.c) + t.share.w * velocityOf(of.d);
}

// perMassOf is 1/m_q [1/kg].
float perMassOf(MeetPair of, Met t) {
	return dot(t.share * t.share, vec4(inverseMassOf(of.a), inverseMassOf(of.b), inverseMassOf(of.c), inverseMassOf(of.d)));
}

// pushIn is F_N [N].
float pushIn(MeetPair of, Met t, vec3 slip, float perMass) {
	float damping = perMass > 0.0 ? pairDamping(of.ratios, 0.0, of.stiffness, 1.0 / perMass) : 0.0;
	return pushOf(of.stiffness, damping, t.depth, dot(slip, t.normal));
}
