// How loads yield, by a matrix for each mass: part 0 is its diagonal, part 1 has xy, xz and yz. A
// pass declares Params and External before it includes this.
#include "yield_at.glsl"
real3 yielding(uint i, uint part) {
	uint at = YIELD_AT(part, i);
	External high = externalForce[at];
#if PRECISION == DOUBLE
	External low = externalForce[params.massCount + at];
#endif
	return TWO_WORDS3(vec3(high.x, high.y, high.z), vec3(low.x, low.y, low.z));
}
