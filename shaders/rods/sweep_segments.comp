#version 430 core
// Pass sweep-segments: visit the constraints between segments of one color and their masses. No two
// of them share a mass.
//
// reads:  position, velocity, turning, segment, rodLink, rodSoft
// writes: velocity (of the ends of the color), turning (of its segments), rodSoft
// formula: rod_links.glsl; vB ← vB + wB J,  vA ← vA − wA J,  ω ← ω − I⁻¹ (d × J)
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Turning(restrict);
STORAGE_Segment(readonly);
STORAGE_RodLink(readonly);
STORAGE_RodSoft(restrict);
#include "state.glsl"
#include "pins.glsl"
#define WRITES_TURNING
#define ANSWERS
#include "turning.glsl"
#define WRITES_SOFT
#include "rod_links.glsl"

// strike gives a mass an impulse.
void strike(uint i, real3 v, wide3 impulse) {
	if (isFree(i)) {
		setVelocity(i, v + unpinned(inverseMassOf(i) * real3(impulse), pinOf(i)));
	}
}

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	k += sweep.first;
	uint a = rodOf(k).a;
	uint b = rodOf(k).b;
	uint s = rodOf(k).segment;
	wide3 arm = softOf(k, ROD_ARM);
	real3 vA = velocityOf(a);
	real3 vB = velocityOf(b);
	wide3 spin = spinOf(s);
	wide3 change = changeOf(k, wide3(vB) - wide3(vA) - cross(spin, arm));
	setSoft(k, ROD_DONE, softOf(k, ROD_DONE) + change);
	wide3 impulse = impulseOf(k, change);
	strike(b, vB, impulse);
	strike(a, vA, -impulse);
	setSpin(s, spin - answerOf(s, tangentOf(s), cross(arm, impulse)));
}
