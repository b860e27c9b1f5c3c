#version 430 core
// Pass ledger-sum: add up the sums of the work groups, a term in each work group of
// this pass, and enter them into the sums over the steps.
//
// reads:  ledger (sums of the work groups)
// writes: ledger (first, latest and summed, of each term)
// formula: over steps Σ dt P of a power P after each step, Σ W of a work W. The
// host takes half a step of the first and the latest power into account, which
// makes it the trapezoidal rule.
// variants: SPRING_GROUPS and MASS_GROUPS are how many work groups the passes
// spring-ledger and mass-ledger have; PAIR_GROUPS those of pair-ledger where PAIRS is there.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
STORAGE_Ledger(restrict);
#define TERMS 1
#include "ledger.glsl"

void main() {
	uint term = gl_WorkGroupID.x;
	bool ofSprings = term == TERM_ELASTIC || term == TERM_DAMPING || term == TERM_CONSTRAINTS || term == TERM_ACTUATED;
	uint groups = ofSprings ? SPRING_GROUPS : MASS_GROUPS;
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0));
	for (uint group = gl_LocalInvocationID.x; group < groups; group += WORKGROUP) {
		Ledger part = ledger[groupSum(term, group)];
		sum[0] = plus(sum[0], Two(part.hi, part.lo));
	}
#ifdef PAIRS
	for (uint k = 0u; k < 4u; k++) {
		for (uint group = gl_LocalInvocationID.x; group < PAIR_GROUPS && term == pairTerm(k); group += WORKGROUP) {
			Ledger part = ledger[pairSum(k, group)];
			sum[0] = plus(sum[0], Two(part.hi, part.lo));
		}
	}
#endif
	gather(sum);
	if (gl_LocalInvocationID.x != 0u) {
		return;
	}
	Two now = gathered(0u);
	uint slot = 4u * term;
	if (ledger[slot + 3u].hi == 0.0) { // an account begins
		write(slot, now);
		write(slot + 3u, Two(1.0, 0.0));
	} else {
		Ledger before = ledger[slot + 2u];
		Two entry = now;
		if (term != TERM_ACTUATED) {
			entry = scaled(Two(params.dt, params.dtLow), now);
		}
		write(slot + 2u, plus(Two(before.hi, before.lo), entry));
	}
	write(slot + 1u, now);
}
