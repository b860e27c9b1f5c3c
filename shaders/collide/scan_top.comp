#version 430 core
// Pass scan-top: the sum of the numbers before each block of a scan, by one work group.
//
// reads:  grid (sums of blocks)
// writes: grid (what comes before each block, and the sum of all), listed, pairStatus
// formula: before of a block = Σ of the sums of all blocks before it
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Collision;
STORAGE_Grid(restrict);
#if LISTS
STORAGE_PairList(restrict);
STORAGE_PairStatus(restrict);
#endif
#include "grid.glsl"
#include "scan.glsl"

void main() {
	uint blocks = (NUMBERS + BLOCK - 1u) / BLOCK;
	uint sum = 0u;
	for (uint first = 0u; first < blocks; first += WORKGROUP) {
		uint block = first + gl_LocalInvocationID.x;
		uint own = block < blocks ? grid[blockAt(block)].entry : 0u;
		uint others = before(own);
		if (block < blocks) {
			grid[blockAt(block)].entry = sum + others;
		}
		sum += sums[WORKGROUP - 1u];
		memoryBarrierShared();
		barrier();
	}
	if (gl_LocalInvocationID.x == 0u) {
		BEFORE(NUMBERS) = sum;
#if LISTS
		pairStatus[0].listed = max(pairStatus[0].listed, sum);
#endif
	}
}
