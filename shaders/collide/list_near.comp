#version 430 core
// Pass list-near: which masses may come to touch each mass before lists are made again. It
// runs twice, as list-count and as list-fill. Each list is sorted by number, so that sums
// over it depend neither on cells nor on the skin, the age of lists or the device's schedule.
//
// reads:  built, cell, ball, grid (starts, members), pairStatus
// writes: listed (lengths, or entries with FILL 1)
// formula: a list has all masses of the 27 cells around with |x_i − x_j| < r_i + r_j + skin
// that may touch: of different bodies, or with |X_i − X_j| > 1.001 (r_i + r_j)
// variants: FILL 0 counts, FILL 1 writes.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Collision;
STORAGE_Built(readonly);
STORAGE_PairStatus(readonly);
STORAGE_Cell(readonly);
STORAGE_PairList(restrict);
STORAGE_Ball(readonly);
STORAGE_Grid(readonly);
#include "grid.glsl"

const float REST_REACH = 1.001; // model.RestReach

// mayTouch says whether a pair belongs into lists.
bool mayTouch(uint p, uint q) {
	Ball a = ball[p];
	Ball b = ball[q];
	vec3 way = built[p].xyz - built[q].xyz;
	float sum = a.radius + b.radius;
	if (!(length(way) < sum + collision.skin)) {
		return false;
	}
	if (a.body != b.body) {
		return collision.others != 0u;
	}
	vec3 rest = vec3(a.restX, a.restY, a.restZ) - vec3(b.restX, b.restY, b.restZ)
		+ (vec3(a.restLowX, a.restLowY, a.restLowZ) - vec3(b.restLowX, b.restLowY, b.restLowZ));
	return collision.self != 0u && length(rest) > REST_REACH * sum;
}

// FIRST_GAP is the first of the gaps of Shell's sort, each a third of the one before it.
const uint FIRST_GAP = 1093u;

// order sorts n entries, from the first given, by number. It is Shell's sort: crowded masses have
// a thousand entries, and software drivers break off an invocation after 65,535 turns of its
// loops, in silence (Mesa's LP_MAX_TGSI_LOOP_ITERATIONS); moves one by one need more.
void order(uint first, uint count) {
	for (uint gap = FIRST_GAP; gap > 0u; gap /= 3u) {
		for (uint k = gap; k < count; k++) {
			uint entry = listed[first + k].entry;
			uint at = k;
			for (; at >= gap && listed[first + at - gap].entry > entry; at -= gap) {
				listed[first + at].entry = listed[first + at - gap].entry;
			}
			listed[first + at].entry = entry;
		}
	}
}

void main() {
	uint p = invocation();
	if (p >= collision.count) {
		return;
	}
	uint count = 0u;
#if FILL
	uint first = entryAt(listed[p].entry);
	uint end = entryAt(collision.capacity);
#endif
	Cell own = cell[p];
	for (int n = 0; n < 27 && pairStatus[0].crowd <= CROWD; n++) {
		ivec3 there = ivec3(own.x, own.y, own.z) + ivec3(n % 3, n / 3 % 3, n / 9) - 1;
		uint bucket = bucketOf(there);
		for (uint k = grid[startAt(bucket)].entry; k < grid[startAt(bucket + 1u)].entry; k++) {
			uint q = grid[memberAt(k)].entry;
			Cell other = cell[q];
			if (q == p || ivec3(other.x, other.y, other.z) != there || !mayTouch(p, q)) {
				continue;
			}
#if FILL
			if (first + count >= end) {
				return; // the host sees how long lists are, and makes room
			}
			listed[first + count].entry = q;
#endif
			count++;
		}
	}
#if FILL
	order(first, count);
#else
	listed[p].entry = count;
#endif
}
