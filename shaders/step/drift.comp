#version 430 core
// Pass drift: the first half of a step of velocity Verlet. It moves each mass
// and predicts the velocity that the dampers see.
//
// reads:  stage (the acceleration a)
// writes: position, velocity (each mass its own)
// formula:
//   v½ = v + dt/2 a
//   x ← x + dt v½
//   v ← v½ + dt/2 a
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Stage(restrict);
#include "state.glsl"
#include "stage.glsl"

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount) || !isFree(i)) {
		return; // pinned: position and velocity stay as they are, bit for bit
	}
	real3 change = 0.5 * DT * stageOf(0u, i);
	real3 halfway = velocityOf(i) + change;
	displace(i, placeOf(i), DT * halfway);
	setVelocity(i, halfway + change);
}
