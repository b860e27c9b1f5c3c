#version 430 core
// Pass spring-ledger: the energies of springs.
//
// reads:  position, ends, spring, material, signals
// writes: ledger (sums of the work groups)
// formula: E(L − L0) = ½ k (L − L0)²,  0 in a slack cable
// variants: COEFFICIENTS, ACTUATORS: springs.glsl.
#include "layout.glsl"
#include "index.glsl"
#include "two_words.glsl"
#include "real.glsl"

UNIFORM_Params;
#if ACTUATORS
UNIFORM_Signals;
#endif
#include "gathered.glsl"
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
STORAGE_Ledger(restrict);
#include "state.glsl"
#include "springs.glsl"
#include "spring_law.glsl"
#define TERMS 1
#include "ledger.glsl"

void main() {
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint s = invocation(); s < END_OF(params.springCount); s += stride) {
		if (materialOf(s) == 0u) {
			continue;
		}
		uvec2 e = ends[s - FIRST];
		Law law = lawOf(s);
		Reach r = reachOf(placeOf(e.x), placeOf(e.y), law);
		sum[0] = with(sum[0], stored(law, r.stretch));
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		write(groupSum(TERM_ELASTIC, GROUPS_BEFORE + gl_WorkGroupID.x), gathered(0u));
	}
}
