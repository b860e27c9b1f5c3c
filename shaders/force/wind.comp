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

// onCorner is a third of the force of the air on a triangle [N].
real3 onCorner(Triangle t, real3 air) {
	real3 x = positionOf(t.a);
	real3 twiceArea = cross(positionOf(t.b) - x, positionOf(t.c) - x); // 2 A n
	real3 u = air - (velocityOf(t.a) + velocityOf(t.b) + velocityOf(t.c)) / real(3.0);
	real size = sqrt(dot(twiceArea, twiceArea));
	real speed = sqrt(dot(u, u));
	if (size == real(0.0) || speed == real(0.0)) {
		return real3(0.0);
	}
	real3 n = twiceArea / size;
	real across = dot(n, u);
	real lift = WIND_LIFT;
	return size / real(6.0) * (abs(across) * (WIND_DRAG - lift * abs(across) / speed) * u + lift * speed * across * n);
}

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount)) {
		return;
	}
	real3 sum = real3(0.0);
	if (isFree(i)) {
		real3 air = signalsFrom(params.windSignal);
		uint end = incidence[i - FIRST + 1u].entry;
		for (uint k = incidence[i - FIRST].entry; k < end; k++) {
			sum += onCorner(triangle[incidence[k].entry], air);
		}
	}
	setExternal(i, sum);
}
