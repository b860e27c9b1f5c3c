#version 430 core
// Pass wind: the force of the air on each mass, as the first part of its external
// force.
//
// reads:  position, velocity, triangle, incidence (of triangles), signals
// writes: external
// formula, per triangle, a third to each corner; a = A n its area times its
// unit normal, u the air's velocity against the mean of its corners:
//   s = |n·u|/|u|
//   F = ½ρ [ |a·u| (CD − CL s) u + CL |u| (a·u) n ]
// Triangles without an area, and air that does not move against them, exert no
// force; nor does any on a mass pinned on all axes.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Signals;
#include "gathered.glsl"
STORAGE_Triangle(readonly);
STORAGE_Incidence(readonly);
STORAGE_External(writeonly);
#define WRITES_EXTERNAL
#include "state.glsl"
#include "external.glsl"
#include "signals.glsl"

#include "wind_law.glsl"

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount)) {
		return;
	}
	vec3 sum = vec3(0.0);
	if (isFree(i)) {
#include "wind_sum.glsl"
	}
	setExternal(i, sum);
}
