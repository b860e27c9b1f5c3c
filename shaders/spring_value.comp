#version 430 core
// Pass spring-value: what springs are colored by, where it is not the strain alone.
//
// reads:  velocity, ends, spring, strain, stiffness
// writes: value
// formula: force k ε L0 [N]; energy ½ k (ε L0)² [J]; speed, the mean of the ends' [m/s];
// material and actuator, their numbers.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Velocity(readonly);
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Strain(readonly);
STORAGE_Stiffness(readonly);
STORAGE_Value(writeonly);

void main() {
	uint s = invocation();
	if (s >= view.springCount) {
		return;
	}
	float stretch = strain[s].value * spring[s].restLength;
	float shown = 0.0;
	switch (view.colorBy) {
	case 2u:
		shown = stiffness[s].value * stretch;
		break;
	case 3u:
		shown = 0.5 * stiffness[s].value * stretch * stretch;
		break;
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
