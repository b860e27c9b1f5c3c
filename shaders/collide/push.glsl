// The pushes of pairs of masses, which stand behind the external forces on all masses, or on
// those of their range, in all their words. A pass declares Params and, where it reads them, External before it
// includes this. It defines WRITES_PUSHES where it makes them.
#if PRECISION == DOUBLE
uint pushAt(uint i) { return 2u * COUNT_OF(params.massCount) + i - FIRST; }
#else
uint pushAt(uint i) { return COUNT_OF(params.massCount) + i - FIRST; }
#endif

#ifndef WRITES_PUSHES
// pushOn is what pairs push a mass [N].
real3 pushOn(uint i) {
	External high = externalForce[pushAt(i)];
#if PRECISION == DOUBLE
	External low = externalForce[pushAt(i) + COUNT_OF(params.massCount)];
	return real3(high.x, high.y, high.z) + real3(low.x, low.y, low.z);
#else
	return real3(high.x, high.y, high.z);
#endif
}
#endif
