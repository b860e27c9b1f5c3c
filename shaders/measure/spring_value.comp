#version 430 core
// Pass spring-value: the values that color springs, where pass measure does not compute
// them by the law of springs.
//
// reads:  velocity, ends, spring
// writes: value
// formula: speed, the mean of the ends' [m/s]; material and actuator, their numbers.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Velocity(readonly);
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Value(writeonly);

void main() {
	uint s = invocation();
	if (s >= view.springCount) {
		return;
	}
	float shown = 0.0;
	switch (view.colorBy) {
	case 4u:
		shown = 0.5 * (length(velocity[ends[s].x].xyz) + length(velocity[ends[s].y].xyz));
		break;
	case 5u:
		shown = float(spring[s].kind & 0xffffu);
		break;
	case 7u:
		shown = float(spring[s].kind >> 16u);
		break;
	}
	value[s].value = shown;
}
