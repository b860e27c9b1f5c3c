#version 430 core
// Pass surface-value: the values that color the visible surface, at each of its masses.
//
// reads:  velocity, spring, skinAt, value
// writes: massValue
// formula: the mean over the springs at the mass, without removed ones; of energy
// half of the sum; the mass's own speed; the largest number of a material, of an
// actuator.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Velocity(readonly);
STORAGE_Spring(readonly);
STORAGE_SkinAt(readonly);
STORAGE_Value(readonly);
STORAGE_MassValue(writeonly);

void main() {
	uint i = invocation();
	if (i >= view.massCount) {
		return;
	}
	if (view.colorBy == 4u) {
		massValue[i].value = length(velocity[i].xyz);
		return;
	}
	// The lists of triangles come first, then those of springs.
	uint lists = view.massCount + 1u;
	float sum = 0.0, largest = 0.0, count = 0.0;
	for (uint k = skinAt[lists + i].entry; k < skinAt[lists + i + 1u].entry; k++) {
		uint s = skinAt[k].entry;
		if ((spring[s].kind & 0xffffu) != 0u) {
			sum += value[s].value;
			largest = max(largest, value[s].value);
			count += 1.0;
		}
	}
	float mean = count > 0.0 ? sum / count : 0.0;
	massValue[i].value = view.colorBy == 5u || view.colorBy == 7u ? largest : view.colorBy == 3u ? 0.5 * sum : mean;
}
