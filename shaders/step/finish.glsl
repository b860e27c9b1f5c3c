// How a step of a mass ends: with its new place and velocity, and a report where they are
// not finite. A pass includes state.glsl, declares Status and defines evaluation() before
// it includes this.
bool finite(float x) { return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u; }

bool finite(vec3 x) { return finite(x.x) && finite(x.y) && finite(x.z); }

// report keeps the first step with a non-finite value and its lowest mass.
void report(uint i) {
	uint now = evaluation();
	atomicAdd(status[0].nonFinite, 1u);
	if (atomicMin(status[0].firstPass, now) >= now) {
		atomicMin(status[0].firstMass, i);
	}
}

// finish ends a step of mass i, which moved it from a position by d and gave it the
// velocity v.
void finish(uint i, Place from, real3 d, real3 v) {
	real3 x = displace(i, from, d);
#ifdef OWN_STATE
	vec3 size = abs(x) + abs(v); // finite numbers may have an infinite sum, and others never have a finite one
	if (!finite(size.x + size.y + size.z) && !(finite(x) && finite(v))) {
#else
	if (!(finite(vec3(x)) && finite(vec3(v)))) {
#endif
		report(i);
	}
	setVelocity(i, v);
}
