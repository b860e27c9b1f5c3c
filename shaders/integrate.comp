#version 430 core
// Pass integrate: gather the forces on each mass and advance it by one step.
//
// reads:  force, first, incidence, contact, status.springForcePasses
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

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Force(readonly);
STORAGE_First(readonly);
STORAGE_Incidence(readonly);
STORAGE_Status(restrict);
#if CONTACTS
STORAGE_Contact(readonly);
#include "contact.glsl"
#endif

// springForces sums the forces of the mass's springs, in ascending order of
// the springs, so that the result does not depend on the device's schedule.
vec3 springForces(uint i) {
	vec3 sum = vec3(0.0);
	uint end = first[i + 1u].index;
	for (uint k = first[i].index; k < end; k++) {
		uint entry = incidence[k].entry;
		Force f = force[entry >> 1u];
		vec3 onA = vec3(f.x, f.y, f.z);
		sum += (entry & 1u) == 0u ? onA : -onA;
	}
	return sum;
}

// unpinned is a velocity without its part along pinned axes.
vec3 unpinned(vec3 v, uint pin) {
	return mix(v, vec3(0.0), notEqual(uvec3(pin) & uvec3(1u, 2u, 4u), uvec3(0u)));
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

	vec4 x = position[i];
	vec4 v = velocity[i];
	if (x.w == 0.0) {
		return; // pinned: position and velocity stay as they are, bit for bit
	}
	uint pin = uint(v.w);
	vec3 f = springForces(i);
#if CONTACTS
	f += contactForce(x.xyz, v.xyz);
#endif
	vec3 w = v.xyz + params.dt * (f * x.w + params.gravity.xyz);
#if FRICTION
	w = rubbed(unpinned(w, pin), x.xyz, v.xyz, x.w);
#endif
	v.xyz = unpinned(w * params.dragFactor, pin);
	x.xyz += params.dt * v.xyz;
	if (!(finite(x.x) && finite(x.y) && finite(x.z))) {
		report(i);
	}
	velocity[i] = v;
	position[i] = x;
}
