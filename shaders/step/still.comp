#version 430 core
// Pass still: every velocity becomes zero.
//
// reads:  nothing
// writes: velocity (its xyz; the pin stays)
// formula: v ← 0
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
		setVelocity(i, real3(0.0));
	}
}
