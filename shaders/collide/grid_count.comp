#version 430 core
// Pass grid-count: find the cell of each mass that takes part, and count the masses of the
// buckets. It keeps where masses are, against which list-old judges their motion. Sums of
// whole numbers do not depend on the order in which they are added.
//
// reads:  position, ball
// writes: built, cell, grid (counts)
// formula: cell = floor(x/a) on each axis; count of its bucket += 1
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
#include "whereabouts.glsl"
STORAGE_Built(writeonly);
STORAGE_Cell(writeonly);
STORAGE_Ball(readonly);
STORAGE_Grid(restrict);
#include "grid.glsl"

void main() {
	uint p = invocation();
	if (p >= collision.count) {
		return;
	}
	vec3 x = placeOfMass(ball[p].mass);
	ivec3 c = cellOf(x);
	uint bucket = bucketOf(c);
	built[p] = vec4(x, 0.0);
	cell[p] = Cell(c.x, c.y, c.z, bucket);
	atomicAdd(grid[countAt(bucket)].entry, 1u);
}
