#version 430 core
// Pass finish: move masses by the velocities in which a substep ends.
//
// reads:  velocity, status.springForcePasses
// writes: position (each mass its own), status
// formula: x ← x + dt v
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Status(restrict);
#include "state.glsl"

// evaluation is the number of the step, from 1: predict has counted it.
uint evaluation() { return status[0].springForcePasses; }
#include "finish.glsl"

void main() {
	uint i = invocation();
	// One invocation past the last mass counts substeps that ran to their end, and with the last of them the
	// step, if all of its substeps did.
	if (i == params.massCount) {
		uint done = status[0].oddPasses + 1u;
		status[0].oddPasses = done;
		if (sweep.ends != 0u && done == sweep.ends) {
			status[0].integratePasses += 1u;
		}
	}
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	vec3 v = velocityOf(i);
	finish(i, placeOf(i), DT * v, v);
}
