#version 430 core
// Pass sweep-joints: visit the joints of one color. No two of them share a segment.
//
// reads:  turning, segment, rodLink, rodSoft
// writes: turning (of the segments of the color), rodSoft
// formula: rod_links.glsl; ωB ← ωB + IB⁻¹ J,  ωA ← ωA − IA⁻¹ J
#include "layout.glsl"
#include "index.glsl"
#ifdef WORKS
#define NEEDS_TWO_WORDS
#endif
#include "real.glsl"

UNIFORM_Sweep;
STORAGE_Turning(restrict);
STORAGE_Segment(readonly);
STORAGE_RodLink(readonly);
STORAGE_RodSoft(restrict);
#ifdef WORKS
STORAGE_Work(restrict);
#endif
#define WRITES_TURNING
#define ANSWERS
#define NO_PLACES
#include "turning.glsl"
#define WRITES_SOFT
#include "rod_links.glsl"
#ifdef WORKS
#define WORK_ROW sweep.ends
#include "works.glsl"
#endif

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	k += sweep.first;
	uint from = rodOf(k).a;
	uint to = rodOf(k).b;
	wide3 before = spinOf(from);
	wide3 after = spinOf(to);
	wide3 change = changeOf(k, after - before);
	setSoft(k, ROD_DONE, softOf(k, ROD_DONE) + change);
	wide3 impulse = impulseOf(k, change);
#ifdef WORKS // of what holds segments
	book(WORK_CONSTRAINTS, k, real((isHeld(from) ? dot(impulse, before) : wide(0.0)) - (isHeld(to) ? dot(impulse, after) : wide(0.0))));
#endif
	setSpin(to, after + answerOf(to, tangentOf(to), impulse));
	setSpin(from, before - answerOf(from, tangentOf(from), impulse));
}
