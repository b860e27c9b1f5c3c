// The forces that passes hand on. A pass declares Params and Force before it
// includes this, and defines WRITES_FORCES when it makes them, and then
// READS_FORCES, too, when it adds to them. In double, second
// words stand behind the first ones of all forces.

// FIRST_LOAD is where the external forces on masses begin, behind those of springs,
// if there are any.
#ifndef FIRST_LOAD
#define FIRST_LOAD params.springCount
#endif

#ifdef WRITES_FORCES
void setForce(uint k, real3 f) {
	vec3 high = vec3(f);
	force[k] = Force(high.x, high.y, high.z);
#if PRECISION == DOUBLE
	vec3 low = vec3(f - real3(high));
	force[params.forceCount + k] = Force(low.x, low.y, low.z);
#endif
}
#endif
#if !defined(WRITES_FORCES) || defined(READS_FORCES)
// forceOf is [N].
real3 forceOf(uint k) {
	Force high = force[k];
#if PRECISION == DOUBLE
	Force low = force[params.forceCount + k];
	return real3(high.x, high.y, high.z) + real3(low.x, low.y, low.z);
#else
	return real3(high.x, high.y, high.z);
#endif
}
#endif
