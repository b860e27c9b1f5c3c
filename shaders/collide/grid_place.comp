#version 430 core
// Pass grid-place: put each mass into its bucket. Where in the bucket depends on the
// device's schedule, and nothing depends on that: lists are sorted (list_near.comp).
//
// reads:  cell, grid (starts)
// writes: grid (members, counts), pairStatus
// formula: member[start + count − 1] = mass; count −= 1
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Collision;
STORAGE_PairStatus(restrict);
STORAGE_Cell(readonly);
STORAGE_Grid(restrict);
#include "grid.glsl"

void main() {
	uint p = invocation();
	if (p >= collision.count) {
		return;
	}
	uint bucket = cell[p].bucket;
	uint left = atomicAdd(grid[countAt(bucket)].entry, 0xffffffffu);
	grid[memberAt(grid[startAt(bucket)].entry + left - 1u)].entry = p;
	if (left > CROWD) {
		atomicMax(pairStatus[0].crowd, left);
	}
}
