// Sums of energies in two words, hi + lo, in a fixed order: first over the items of an
// invocation, then over the work group, at last over the work groups (pass ledger-sum), so that
// the result does not depend on the device's schedule and is as good as its terms. A pass
// declares Ledger, and TERMS, how many of the terms below it sums, before it includes this, and
// includes two_words.glsl before real.glsl.

const uint TERM_ELASTIC = 0u;       // [J]
const uint TERM_KINETIC = 1u;       // [J]
const uint TERM_GRAVITATIONAL = 2u; // [J]
const uint TERM_CONTACT = 3u;       // [J]
const uint ALL_TERMS = 4u;

const uint LEDGER_GROUPS = 1024u;

// groupSum is where the sum of a work group is.
uint groupSum(uint term, uint group) { return ALL_TERMS + term * LEDGER_GROUPS + group; }

#ifdef PAIRS
// pairSum is where a work group of pair-ledger has its sum, a part of TERM_CONTACT.
uint pairSum(uint group) { return (1u + LEDGER_GROUPS) * ALL_TERMS + group; }
#endif

#include "with.glsl"

shared Two shares[TERMS * WORKGROUP];

// gather sums over the work group; every invocation calls it, once. The first
// invocation then finds the sum of its k-th term at gathered(k).
void gather(Two own[TERMS]) {
	uint me = gl_LocalInvocationID.x;
	for (uint k = 0u; k < TERMS; k++) {
		shares[k * WORKGROUP + me] = own[k];
	}
	for (uint width = WORKGROUP / 2u; width > 0u; width /= 2u) {
		memoryBarrierShared();
		barrier();
		if (me < width) {
			for (uint k = 0u; k < TERMS; k++) {
				uint at = k * WORKGROUP + me;
				shares[at] = plus(shares[at], shares[at + width]);
			}
		}
	}
}

Two gathered(uint k) { return shares[k * WORKGROUP]; }

void write(uint slot, Two sum) { ledger[slot] = Ledger(sum.high, sum.low); }
