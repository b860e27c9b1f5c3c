#version 430 core
// Pass spring-force: the force of each spring, into its own slot.
//
// reads:  position, velocity, ends, spring, material, coefficients
// writes: force, status.springForcePasses
// formula: spring_law.glsl; no force when the spring was removed or when both
// ends are pinned.
// variant: DAMPING 0 is for models without dampers. It reads no velocities, which
// is a third of what a spring reads. TENSION 1 is for models with tension-only
// materials. COEFFICIENTS 1 is for models whose materials do not say k and c in
// SI units: each spring reads its own.
#include "layout.glsl"
#include "index.glsl"
#include "spring_law.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
#if COEFFICIENTS
STORAGE_Coefficients(readonly);
#endif
STORAGE_Force(writeonly);
STORAGE_Status(restrict);

void main() {
	uint s = invocation();
	if (s > params.springCount) {
		return;
	}
	// One invocation past the last spring proves that the grid reached the end.
	if (s == params.springCount) {
		status[0].springForcePasses += 1u;
		return;
	}

	uvec2 e = ends[s];
	vec4 a = position[e.x];
	vec4 b = position[e.y];
	vec3 f = vec3(0.0);
	bool alive = spring[s].material != 0u;
	bool free = a.w != 0.0 || b.w != 0.0;
	if (alive && free) {
#if DAMPING
		vec3 relativeVelocity = velocity[e.y].xyz - velocity[e.x].xyz;
#else
		vec3 relativeVelocity = vec3(0.0);
#endif
		Material law = material[spring[s].material];
#if COEFFICIENTS
		law.stiffness = coefficients[s].stiffness;
		law.damping = coefficients[s].damping;
#endif
		f = springForce(b.xyz - a.xyz, relativeVelocity, spring[s].restLength, law);
	}
	force[s] = Force(f.x, f.y, f.z);
}
