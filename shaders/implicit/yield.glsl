// How loads yield, behind the external forces. A pass includes external.glsl, which writes and
// reads them, before it includes this.
struct Yield {
	real3 diagonal; // of Y: xx, yy, zz [N/m]
	real3 beside;   // of Y: xy, xz, yz [N/m]
	real3 more;     // C v, which is added to the force [N]
};

#include "yield_at.glsl"

real3 partAt(uint at) {
	External high = externalForce[at];
#if PRECISION == DOUBLE
	External low = externalForce[params.massCount + at];
#endif
	return TWO_WORDS3(vec3(high.x, high.y, high.z), vec3(low.x, low.y, low.z));
}

void setPart(uint at, real3 x) {
	vec3 high = vec3(x);
	externalForce[at] = External(high.x, high.y, high.z);
#if PRECISION == DOUBLE
	vec3 low = vec3(x - real3(high));
	externalForce[params.massCount + at] = External(low.x, low.y, low.z);
#endif
}

// yieldAt is what a pass before has found for mass i.
Yield yieldAt(uint i) { return Yield(partAt(YIELD_AT(0u, i)), partAt(YIELD_AT(1u, i)), real3(0.0)); }

void setYield(uint i, Yield y) {
	setPart(YIELD_AT(0u, i), y.diagonal);
	setPart(YIELD_AT(1u, i), y.beside);
	setExternal(i, externalOn(i) + y.more);
}
