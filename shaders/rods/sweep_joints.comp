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
#include "turning.glsl"
#define WRITES_SOFT
#include "rod_links.glsl"

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	k += sweep.first;
	uint from = rodLink[k].a;
	uint to = rodLink[k].b;
	vec3 before = SPIN(from);
	vec3 after = SPIN(to);
	vec3 change = changeOf(k, after - before);
	setSoft(k, ROD_DONE, softOf(k, ROD_DONE) + change);
	vec3 impulse = impulseOf(k, change);
	SPIN(to) = after + answerOf(to, tangentOf(to), impulse);
	SPIN(from) = before - answerOf(from, tangentOf(from), impulse);
}
