#version 430 core
// Pass still-halfway: every mass stops halfway along its last step.
//
// reads:  position (inverse mass), velocity
// writes: position, velocity (its xyz; the pin stays)
// formula: x ← x − dt/2 v, v ← 0
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
#include "state.glsl"

void main() {
	uint i = invocation();
	if (i < END_OF(params.massCount)) {
		if (isFree(i)) {
			displace(i, placeOf(i), -0.5 * DT * velocityOf(i));
		}
		setVelocity(i, real3(0.0));
	}
}
