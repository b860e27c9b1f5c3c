#version 430 core
// Pass sweep-joints: visit the joints of one color. No two of them share a segment.
//
// reads:  turning, segment, rodLink, rodSoft
// writes: turning (of the segments of the color), rodSoft
// formula: rod_links.glsl; ωB ← ωB + IB⁻¹ J,  ωA ← ωA − IA⁻¹ J
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Sweep;
STORAGE_Turning(restrict);
STORAGE_Segment(readonly);
STORAGE_RodLink(readonly);
STORAGE_RodSoft(restrict);
#define WRITES_TURNING
#define ANSWERS
#define NO_PLACES
#include "turning.glsl"
#define WRITES_SOFT
#include "rod_links.glsl"

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
	setSpin(to, after + answerOf(to, tangentOf(to), impulse));
	setSpin(from, before - answerOf(from, tangentOf(from), impulse));
}
