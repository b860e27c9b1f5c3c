#version 430 core
// Pass scan-sum: add up each block of the numbers of a scan.
//
// reads:  grid (counts), or listed (lengths) with LISTS 1
// writes: grid (sums of blocks)
// formula: sum of a block = Σ of its 1,024 numbers
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Collision;
STORAGE_Grid(restrict);
#if LISTS
STORAGE_PairList(readonly);
#endif
#include "grid.glsl"
#include "scan.glsl"

void main() {
	uint first = groupNumber() * BLOCK + gl_LocalInvocationID.x * SHARE;
	uint own = 0u;
	for (uint k = first; k < first + SHARE && k < NUMBERS; k++) {
		own += NUMBER(k);
	}
	uint others = before(own);
	if (gl_LocalInvocationID.x == WORKGROUP - 1u && groupNumber() * BLOCK < NUMBERS) {
		grid[blockAt(groupNumber())].entry = others + own;
	}
}
