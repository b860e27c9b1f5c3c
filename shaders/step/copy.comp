#version 430 core
// Pass copy: one buffer into another, a vector an invocation. It is no part of a
// step: its rate is the memory bandwidth that other passes are compared with.
//
// reads:  position
// writes: nextPosition
// formula: nextPosition = position
#include "layout.glsl"
#include "index.glsl"

STORAGE_Position(restrict readonly);
STORAGE_NextPosition(restrict writeonly);

void main() {
	uint i = invocation();
	if (i < uint(nextPosition.length())) {
		nextPosition[i] = position[i];
	}
}
