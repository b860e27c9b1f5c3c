#version 430 core
// Pass ledger-sum: add up the sums of the work groups, a term in each work group of this pass.
//
// reads:  ledger (sums of the work groups)
// writes: ledger (the sum of each term)
// formula: Σ over the work groups, in ascending order
// variants: SPRING_GROUPS and MASS_GROUPS are how many work groups the passes
// spring-ledger and mass-ledger have; PAIR_GROUPS those of pair-ledger where PAIRS is there.
#include "layout.glsl"
#include "index.glsl"
#include "two_words.glsl"
#include "real.glsl"

UNIFORM_Params;
STORAGE_Ledger(restrict);
#define TERMS 1
#include "ledger.glsl"

void main() {
	uint term = gl_WorkGroupID.x;
	uint groups = term == TERM_ELASTIC ? SPRING_GROUPS : MASS_GROUPS;
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0));
	for (uint group = gl_LocalInvocationID.x; group < groups; group += WORKGROUP) {
		Ledger part = ledger[groupSum(term, group)];
		sum[0] = plus(sum[0], Two(part.hi, part.lo));
	}
#ifdef PAIRS
	for (uint group = gl_LocalInvocationID.x; group < PAIR_GROUPS && term == TERM_CONTACT; group += WORKGROUP) {
		Ledger part = ledger[pairSum(group)];
		sum[0] = plus(sum[0], Two(part.hi, part.lo));
	}
#endif
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		write(term, gathered(0u));
	}
}
