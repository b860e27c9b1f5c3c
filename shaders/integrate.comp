#version 430 core
// Pass integrate: gather the forces on each mass and advance it by one step.
//
// reads:  force, incidence, contact, status.springForcePasses
// writes: position, velocity (each mass its own), status
// formula (symplectic Euler; h is the drag half-life):
//   F = Σ springs + m g + Σ pushes of contacts
//   w = v + dt F/m,              0 on pinned axes
//   w ← w with friction          (contact.glsl)
//   v ← w 2^(−dt/h),             0 on pinned axes
//   x ← x + dt v
// variants: CONTACTS 0 for a run without contacts, FRICTION 0 for one without
// friction; each leaves its terms out.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Force(readonly);
STORAGE_Incidence(readonly);
STORAGE_Status(restrict);
#include "state.glsl"
#include "forces.glsl"
#if CONTACTS
STORAGE_Contact(readonly);
#include "contact.glsl"
#endif

// springForces sums the forces of the mass's springs, in ascending order of
// the springs, so that the result does not depend on the device's schedule.
real3 springForces(uint i) {
	real3 sum = real3(0.0);
	uint end = incidence[i + 1u].entry;
	for (uint k = incidence[i].entry; k < end; k++) {
		uint entry = incidence[k].entry;
		real3 onA = forceOf(entry >> 1u);
		sum += (entry & 1u) == 0u ? onA : -onA;
	}
	return sum;
}

// unpinned is a velocity without its part along pinned axes.
real3 unpinned(real3 v, uint pin) {
	return mix(v, real3(0.0), notEqual(uvec3(pin) & uvec3(1u, 2u, 4u), uvec3(0u)));
}

bool finite(float x) { return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u; }

// report keeps the first step with a non-finite value and its lowest mass.
void report(uint i) {
	uint step = status[0].springForcePasses;
	atomicAdd(status[0].nonFinite, 1u);
	if (atomicMin(status[0].firstStep, step) >= step) {
		atomicMin(status[0].firstMass, i);
	}
}

void main() {
	uint i = invocation();
	if (i > params.massCount) {
		return;
	}
	// One invocation past the last mass proves that the grid reached the end.
	if (i == params.massCount) {
		status[0].integratePasses += 1u;
		return;
	}

	if (!isFree(i)) {
		return; // position and velocity stay as they are, bit for bit
	}
	real perMass = inverseMassOf(i);
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
	uint pin = pinOf(i);
	real3 f = springForces(i);
#if CONTACTS
	f += contactForce(x, v);
#endif
	real3 w = v + DT * (f * perMass + GRAVITY);
#if FRICTION
	w = rubbed(unpinned(w, pin), x, v, perMass);
#endif
	v = unpinned(w * DRAG_FACTOR, pin);
	x = displace(i, x, DT * v);
	if (!(finite(float(x.x)) && finite(float(x.y)) && finite(float(x.z)))) {
		report(i);
	}
	setVelocity(i, v);
}
