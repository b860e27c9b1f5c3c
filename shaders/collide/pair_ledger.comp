#version 430 core
// Pass pair-ledger: the energies and powers of pairs of masses, half at either mass.
//
// reads:  position, velocity, ball, bodySurface, listed
// writes: ledger (sums of the work groups)
// formula: ½ kc δ²
#include "layout.glsl"
#include "index.glsl"
#include "two_words.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
#include "gathered.glsl"
STORAGE_BodySurface(readonly);
STORAGE_PairList(readonly);
STORAGE_Ball(readonly);
STORAGE_Ledger(restrict);
#include "state.glsl"
#include "pair.glsl"
#define TERMS 1
#include "ledger.glsl"

void main() {
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint p = invocation(); p < collision.count; p += stride) {
		uint i = ball[p].mass;
		uint end = min(listed[p + 1u].entry, collision.capacity);
		for (uint k = listed[p].entry; k < end; k++) {
			uint q = listed[entryAt(k)].entry;
			uint j = ball[q].mass;
			Pair t = pairOf(p, q, velocityOf(i) - velocityOf(j));
			if (!(t.depth > 0.0)) {
				continue;
			}
			sum[0] = with(sum[0], 0.25 * t.stiffness * t.depth * t.depth);
		}
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		write(pairSum(gl_WorkGroupID.x), gathered(0u));
	}
}
