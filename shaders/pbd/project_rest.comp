#version 430 core
// Pass project-rest: visit springs that have no color, since a mass of theirs has more springs
// than there are colors. They share masses, so one invocation visits them one after the other.
//
// reads:  position, ends, spring, material, springNumber
// writes: velocity (of the ends of those springs), status
// formula: project.glsl. A spring longer than params.runaway is reported.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#include "project.glsl"

void main() {
	if (invocation() != 0u) {
		return;
	}
	for (uint k = 0u; k < sweep.count; k++) {
		project(sweep.first + k);
	}
}
