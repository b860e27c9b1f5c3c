#version 430 core
// Pass strike-rest: give masses the impulses of their springs without a color, in the order of
// the springs.
//
// reads:  incidence (of those springs), uncolored
// writes: velocity (each mass its own)
// formula: v ← v ± w Σ Δ n, + at end B
// The incidence begins with the masses that have such springs; where the springs of each begin
// follows, and then the springs, by their number among those times 2, plus 1 at end B.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Incidence(readonly);
STORAGE_Uncolored(readonly);
#include "state.glsl"
#include "pins.glsl"

vec3 given(uint k) {
	Uncolored u = uncolored[k];
	return vec3(u.x, u.y, u.z);
}

void main() {
	uint at = invocation();
	if (at >= sweep.count) {
		return;
	}
	uint i = incidence[at].entry;
	if (!isFree(i)) {
		return;
	}
	vec3 v = velocityOf(i);
	uint end = incidence[sweep.count + at + 1u].entry;
	for (uint k = incidence[sweep.count + at].entry; k < end; k++) {
		uint entry = incidence[k].entry;
		vec3 x = given(entry >> 1u);
		v += unpinned(inverseMassOf(i) * ((entry & 1u) == 0u ? -x : x), pinOf(i));
	}
	setVelocity(i, v);
}
