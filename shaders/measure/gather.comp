#version 430 core
// Pass gather: copy the motion of chosen masses aside, for sensors of a controlled run.
//
// reads:  position, velocity, incidence (numbers of records)
// writes: kept (each record its own)
// formula: kept = the chosen records of position, and behind them those of velocity
// variants: POSITIONS records of position and RECORDS in all.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Kept(writeonly);
STORAGE_Incidence(readonly);

void main() {
	uint k = invocation();
	if (k < uint(POSITIONS)) {
		kept[k] = position[incidence[k].entry];
	} else if (k < uint(RECORDS)) {
		kept[k] = velocity[incidence[k].entry];
	}
}
