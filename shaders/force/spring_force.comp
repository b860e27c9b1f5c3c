#version 430 core
// Pass spring-force: the force of each spring, into its own slot.
//
// reads:  position, velocity, ends, spring, material, signals
// writes: force, status
// formula: spring_law.glsl; no force when the spring was removed or when both
// ends are pinned. A spring longer than params.runaway is reported.
// variant: DAMPING 0 is for models without dampers. It reads no velocities, which are a third of the data
// that a spring reads. TENSION 1 is for models with cables. COEFFICIENTS and ACTUATORS: springs.glsl.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_FORCES

UNIFORM_Params;
#if ACTUATORS
UNIFORM_Signals;
#endif
#include "gathered.glsl"
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
STORAGE_Force(writeonly);
STORAGE_Status(restrict);
#include "state.glsl"
#if ACTUATORS
#include "signals.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"
#include "forces.glsl"
#include "ends_pass.glsl"

// reportRunaway keeps the first step with a spring that is longer than any may
// be, and the lowest such spring.
void reportRunaway(uint s) {
	uint now = status[0].integratePasses;
	if (atomicMin(status[0].runawayStep, now) >= now) {
		atomicMin(status[0].runawaySpring, s);
	}
}

void main() {
	uint s = invocation();
	if (s > END_OF(params.springCount)) {
		return;
	}
	// One invocation past the last spring proves that the grid reached the end.
	if (s == END_OF(params.springCount)) {
		if (endsPass()) {
			status[0].springForcePasses += 1u;
		}
		return;
	}

	uvec2 e = ends[s - FIRST];
	if (materialOf(s) == 0u || !(isFree(e.x) || isFree(e.y))) {
		setForce(s, real3(0.0));
		return;
	}
	Law law = lawOf(s);
	Reach r = reachOf(placeOf(e.x), placeOf(e.y), law);
	if (r.distance > real(params.runaway)) {
		reportRunaway(s);
	}
	setForce(s, springForce(velocityOf(e.x), velocityOf(e.y), r, law));
}
