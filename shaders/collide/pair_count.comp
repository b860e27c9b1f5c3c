#version 430 core
// Pass pair-count: how many masses have pushed each one in a substep of the solver impulses,
// for the friction of pairs.
//
// reads:  listed, pairKept
// writes: touches
// formula: touches = pairs with λ > 0, or with h F_N > 0 where they are soft
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_PairList(readonly);
STORAGE_Touches(writeonly);
STORAGE_PairKept(readonly);
#include "grid.glsl"
#include "kept.glsl"

void main() {
	uint p = taking();
	if (p >= min(TAKING_END, params.massCount)) {
		return;
	}
	uint count = 0u;
	uint end = min(listed[p + 1u].entry, collision.capacity);
	for (uint k = listed[p].entry; k < end; k++) {
		count += keptOf(k) > 0.0 ? 1u : 0u;
	}
	touches[p].entry = count;
}
