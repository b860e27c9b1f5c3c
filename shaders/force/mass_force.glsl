// The forces on a mass. A pass includes mass_blocks.glsl, state.glsl, forces.glsl,
// external.glsl, contact.glsl and the files of springs before it includes this.

#if !FUSED
// springForces sums the forces of the mass's springs [N], in ascending order of
// the springs, so that the result does not depend on the device's schedule.
real3 springForces(uint i) {
	real3 sum = real3(0.0);
	uint end = incidence[i - FIRST + 1u].entry;
	for (uint k = incidence[i - FIRST].entry; k < end; k++) {
		uint entry = incidence[k].entry;
		real3 onA = forceOf(entry >> 1u);
		sum += (entry & 1u) == 0u ? onA : -onA;
	}
	return sum;
}
#endif

// forceOn is the force on mass i at x with velocity v [N], without its weight,
// drag and friction.
real3 forceOn(uint i, real3 x, real3 v) {
	real3 f = springForces(i);
#if LOADS
	f += externalOn(i);
#endif
#if CONTACTS
	f += contactForce(x, v);
#endif
	return f;
}

// unpinned is a vector without its part along pinned axes.
real3 unpinned(real3 v, uint pin) {
	return mix(v, real3(0.0), notEqual(uvec3(pin) & uvec3(1u, 2u, 4u), uvec3(0u)));
}

#if !AHEAD
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

// finish ends a step of mass i, which took it from a place by d and gave it the
// velocity v.
void finish(uint i, Place from, real3 d, real3 v) {
	real3 x = displace(i, from, d);
	if (!(finite(vec3(x)) && finite(vec3(v)))) {
		report(i);
	}
	setVelocity(i, v);
}
#endif
