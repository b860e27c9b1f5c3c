#version 430 core
// Pass begin: note where masses are before a substep, and take them to where vertex block descent
// begins, which is where a mass at rest stays.
//
// reads:  velocity
// writes: begun, way, position (each mass its own), status
// formula: x' = x,  x ← x' + dt v
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE
#include "descent_blocks.glsl"
STORAGE_Status(restrict);

void main() {
	uint i = invocation();
	// One invocation past the last mass counts: steps that begin, and no substep of them yet.
	if (i == params.massCount && descent.begins != 0u) {
		status[0].springForcePasses += 1u;
		status[0].oddPasses = 0u;
	}
	if (i >= params.massCount) {
		return;
	}
	begun[i] = position[i];
#if PRECISION != SINGLE
	begun[params.massCount + i] = position[params.massCount + i];
#endif
	real3 d = isFree(i) ? DT * velocityOf(i) : real3(0.0);
	setWay(i, d);
	if (isFree(i)) {
		displace(i, placeOf(i), d);
	}
}
