// What the dampers of pairs are of their pushes in a substep of the solver implicit-euler. It
// stands behind the pushes of all masses, in all their words. A pass includes push.glsl before it
// includes this.
#if PRECISION == DOUBLE
uint dampAt(uint i) { return pushAt(i) + 2u * params.massCount; }
#else
uint dampAt(uint i) { return pushAt(i) + params.massCount; }
#endif

#ifndef WRITES_PUSHES
// dampOn is that part of what pairs push a mass [N].
real3 dampOn(uint i) {
	External high = externalForce[dampAt(i)];
#if PRECISION == DOUBLE
	External low = externalForce[dampAt(i) + params.massCount];
#endif
	return TWO_WORDS3(vec3(high.x, high.y, high.z), vec3(low.x, low.y, low.z));
}
#endif
