// The external forces on masses in a run with loads. A pass declares Params and
// External before it includes this. It defines WRITES_EXTERNAL when it makes the forces,
// and then READS_EXTERNAL, too, when it adds to them. In double, second words stand
// behind the first words of all masses, or of their range.

#ifdef WRITES_EXTERNAL
void setExternal(uint i, real3 f) {
	uint at = i - FIRST;
	vec3 high = vec3(f);
	externalForce[at] = External(high.x, high.y, high.z);
#if PRECISION == DOUBLE
	vec3 low = vec3(f - real3(high));
	externalForce[COUNT_OF(params.massCount) + at] = External(low.x, low.y, low.z);
#endif
}
#endif
#if !defined(WRITES_EXTERNAL) || defined(READS_EXTERNAL)
// externalOn is the external force on a mass [N].
real3 externalOn(uint i) {
	uint at = i - FIRST;
	External high = externalForce[at];
#if PRECISION == DOUBLE
	External low = externalForce[COUNT_OF(params.massCount) + at];
	return real3(high.x, high.y, high.z) + real3(low.x, low.y, low.z);
#else
	return real3(high.x, high.y, high.z);
#endif
}
#endif
