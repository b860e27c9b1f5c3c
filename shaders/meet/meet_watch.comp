#version 430 core
// Pass meet-watch: whether lists of pairs are young enough for a state. The way of a mass counts against that of
// one of them, so that a common motion ages no list. Two masses come nearer by both ways at most.
// With REMEMBERS 1 the pass meet-remember keeps the sides of the triangles that each mass touches, too.
//
// reads:  position, built, meetPair; with REMEMBERS incidence (where pairs with triangles begin) and meetNear
// writes: meetStatus; with REMEMBERS meetSide
// formula: |x − x_built − (x − x_built) of that mass|; built.w is 1 where a mass takes part
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
#include "whereabouts.glsl"
STORAGE_Built(readonly);
STORAGE_MeetPair(readonly);
STORAGE_MeetStatus(restrict);
#if REMEMBERS
STORAGE_Incidence(readonly);
STORAGE_MeetNear(readonly);
STORAGE_MeetSide(writeonly);

// remember keeps up to four sides, in the order of the triangles, whose pairs with a mass are neighbors.
void remember(uint i) {
	uint count = 0u;
	uint p = incidence[incidence[params.massCount].entry + i].entry;
	for (; p < meetPair[0].a && meetPair[1u + p].a == i && count < 4u; p++) {
		if (meetNear[p].side != 0) {
			meetSide[4u * i + count].entry = meetNear[p].side * int(meetPair[1u + p].triangle + 1u);
			count++;
		}
	}
	for (; count < 4u; count++) {
		meetSide[4u * i + count].entry = 0;
	}
}
#endif

vec3 wayOf(uint i) { return placeOfMass(i) - built[i].xyz; }

void main() {
	uint i = invocation();
	if (i >= params.massCount) {
		return;
	}
#if REMEMBERS
	remember(i);
#endif
	if (built[i].w == 0.0) {
		return;
	}
	float moved = 1000.0 * length(wayOf(i) - wayOf(meetPair[0].b)) / meetPair[0].reach;
	uint whole = moved < 4e9 ? uint(moved) : 4000000000u; // NaN too
	if (whole > meetStatus[0].moved) {
		atomicMax(meetStatus[0].moved, whole);
	}
}
