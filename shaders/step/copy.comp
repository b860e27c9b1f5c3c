#version 430 core
// Pass copy: copy one buffer into another, one vector per invocation. It is no part of a
// step: its rate is the bandwidth of memory, with which other passes are compared.
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
