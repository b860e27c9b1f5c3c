#version 430 core
// Pass spring-strain: the strain of each spring, for drawing.
//
// reads:  position, ends, spring
// writes: strain
// formula: (L − L0) / L0, L0 without actuation; 0 for a removed spring or a rest length of 0.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Strain(writeonly);

void main() {
	uint s = invocation();
	if (s >= params.springCount) {
		return;
	}
	vec3 d = position[ends[s].y].xyz - position[ends[s].x].xyz;
	float restLength = spring[s].restLength;
	bool shown = (spring[s].kind & 0xffffu) != 0u && restLength > 0.0;
	strain[s].value = shown ? (sqrt(dot(d, d)) - restLength) / restLength : 0.0;
}
