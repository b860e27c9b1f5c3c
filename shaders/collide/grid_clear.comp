#version 430 core
// Pass grid-clear: empty the buckets of the grid of masses that collide.
//
// reads:  nothing
// writes: grid (counts)
// formula: count ← 0
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Collision;
STORAGE_Grid(writeonly);
#include "grid.glsl"

void main() {
	uint bucket = invocation();
	if (bucket < collision.buckets) {
		grid[countAt(bucket)].entry = 0u;
	}
}
