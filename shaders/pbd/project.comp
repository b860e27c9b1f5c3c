#version 430 core
// Pass project: visit the springs of one color, no two of which share a mass, so that each may
// move its ends in place.
//
// reads:  position, ends, spring, material, springNumber
// writes: velocity (of the ends of the springs of the color), status
// formula: project.glsl. A spring longer than params.runaway is reported.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#include "project.glsl"

void main() {
	uint s = invocation();
	if (s < sweep.count) {
		project(sweep.first + s);
	}
}
