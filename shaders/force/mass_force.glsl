// The forces on a mass. A pass includes mass_blocks.glsl, state.glsl, forces.glsl,
// external.glsl, contact.glsl and the files of springs before it includes this.

#if !FUSED && !defined(COLUMN_SUM)
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

#ifdef PAIRS
#include "push.glsl"
#endif

// forceOn is the force on mass i at x with velocity v [N], without its weight,
// drag and friction.
real3 forceOn(uint i, real3 x, real3 v) {
	real3 f = springForces(i);
#if LOADS
	f += externalOn(i);
#endif
#if CONTACTS
#if NORMALIZED
	face(i);
#endif
	f += contactForce(x, v);
#endif
#ifdef PAIRS
	f += pushOn(i);
#endif
	return f;
}

#include "pins.glsl"

#include "finish.glsl"
