#version 430 core
// Pass catch-note: note where masses are before a step, for the pass catch.
//
// reads:  position
// writes: before
// formula: before = position, in all of its words
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Before(restrict writeonly);
#include "state.glsl"

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount)) {
		return;
	}
	before[i - FIRST] = POSITION(POSITION_AT(i));
#if PRECISION != SINGLE
	before[COUNT_OF(params.massCount) + i - FIRST] = POSITION(secondWordAt(i));
#endif
}
