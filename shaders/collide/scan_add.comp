#version 430 core
// Pass scan-add: the sum of the numbers before each number of a scan.
//
// reads:  grid (counts, what comes before blocks), or listed (lengths) with LISTS 1
// writes: grid (starts), or listed (starts) with LISTS 1
// formula: start of a number = Σ of all numbers before it
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Collision;
STORAGE_Grid(restrict);
#if LISTS
STORAGE_PairList(restrict);
#endif
#include "grid.glsl"
#include "scan.glsl"

void main() {
	uint first = groupNumber() * BLOCK + gl_LocalInvocationID.x * SHARE;
	uint own = 0u;
	for (uint k = first; k < first + SHARE && k < NUMBERS; k++) {
		own += NUMBER(k);
	}
	uint sum = before(own);
	if (groupNumber() * BLOCK < NUMBERS) {
		sum += grid[blockAt(groupNumber())].entry;
	}
	for (uint k = first; k < first + SHARE && k < NUMBERS; k++) {
		uint number = NUMBER(k);
		BEFORE(k) = sum;
		sum += number;
	}
}
