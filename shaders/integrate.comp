#version 430 core
// Pass integrate: gather the forces on each mass and advance it by one step.
//
// reads:  force, first, incidence, status.springForcePasses
// writes: position, velocity (each mass its own), status
// formula (symplectic Euler; h is the drag half-life):
//   F = Σ springs + m g + contact
//   v ← (v + dt F/m) 2^(−dt/h),  0 on pinned axes
//   x ← x + dt v
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Force(readonly);
STORAGE_First(readonly);
STORAGE_Incidence(readonly);
STORAGE_Status(restrict);

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

// groundForce is a penalty spring with a damper, never adhesive:
// F_N = max(0, k depth − b v·n) along the normal while depth > 0.
vec3 groundForce(vec3 x, vec3 v) {
	vec3 n = params.ground.xyz;
	float depth = params.ground.w - dot(x, n);
	if (params.groundStiffness == 0.0 || depth <= 0.0) {
		return vec3(0.0);
	}
	return max(0.0, params.groundStiffness * depth - params.groundDamping * dot(v, n)) * n;
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
	vec3 f = springForces(i) + groundForce(x.xyz, v.xyz);
	v.xyz = (v.xyz + params.dt * (f * x.w + params.gravity.xyz)) * params.dragFactor;
	uint pin = uint(v.w);
	v.xyz = mix(v.xyz, vec3(0.0), notEqual(uvec3(pin) & uvec3(1u, 2u, 4u), uvec3(0u)));
	x.xyz += params.dt * v.xyz;
	if (!(finite(x.x) && finite(x.y) && finite(x.z))) {
		report(i);
	}
	velocity[i] = v;
	position[i] = x;
}
