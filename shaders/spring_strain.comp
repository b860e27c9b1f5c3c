#version 430 core
// Pass spring-strain: the strain of each spring, for drawing.
//
// reads:  position, ends, spring
// writes: strain
// formula: (L − L0) / L0, L0 without actuation; 0 for a removed spring or a rest length of 0.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
#include "gathered.glsl"
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Strain(writeonly);
#include "state.glsl"

void main() {
	uint s = invocation();
	if (s >= END_OF(params.springCount)) {
		return;
	}
	uint at = s - FIRST;
	vec3 d = POSITION(POSITION_AT(ends[at].y)).xyz - POSITION(POSITION_AT(ends[at].x)).xyz;
	float restLength = spring[at].restLength;
	bool shown = (spring[at].kind & 0xffffu) != 0u && restLength > 0.0;
	strain[at].value = shown ? (sqrt(dot(d, d)) - restLength) / restLength : 0.0;
}
