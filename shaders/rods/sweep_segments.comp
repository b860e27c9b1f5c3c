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
#include "turning.glsl"
#define WRITES_SOFT
#include "rod_links.glsl"

// strike gives a mass an impulse.
void strike(uint i, vec3 v, vec3 impulse) {
	if (isFree(i)) {
		setVelocity(i, v + unpinned(inverseMassOf(i) * impulse, pinOf(i)));
	}
}

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	k += sweep.first;
	uint a = rodLink[k].a;
	uint b = rodLink[k].b;
	uint s = rodLink[k].segment;
	vec3 arm = softOf(k, ROD_ARM);
	vec3 vA = velocityOf(a);
	vec3 vB = velocityOf(b);
	vec3 spin = SPIN(s);
	vec3 change = changeOf(k, vB - vA - cross(spin, arm));
	setSoft(k, ROD_DONE, softOf(k, ROD_DONE) + change);
	vec3 impulse = impulseOf(k, change);
	strike(b, vB, impulse);
	strike(a, vA, -impulse);
	SPIN(s) = spin - answerOf(s, tangentOf(s), cross(arm, impulse));
}
