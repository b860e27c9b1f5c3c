#version 430 core
// Pass keep: copy the state while it is good, so that a run can go back to it when a
// later step diverges. Copies alternate between two places, since the latest one may
// turn out to hold a spring that ran away.
//
// reads:  position, velocity, status
// writes: kept (each mass its own), status
// formula: kept = position, velocity where nothing has been reported
// variants: PLACE 0 or 1 says which place the buffer is.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Kept(restrict);
STORAGE_Status(restrict);
#include "state.glsl"

void main() {
	uint i = invocation();
	const uint never = 0xffffffffu;
	bool good = status[0].firstPass == never && status[0].runawayStep == never;
	if (i > END_OF(params.massCount) || !good) {
		return;
	}
	if (i == END_OF(params.massCount)) {
		if (!IS_LAST) {
			return;
		}
#if PLACE == 0
		status[0].keptFirst = status[0].integratePasses;
#else
		status[0].keptSecond = status[0].integratePasses;
#endif
		return;
	}
	kept[i - FIRST] = position[POSITION_AT(i)];
	kept[COUNT_OF(params.massCount) + i - FIRST] = velocity[VELOCITY_AT(i)];
}
