#version 430 core
// Pass residual-strain: how far the springs are from solved at the end of a substep, before
// masses move.
//
// reads:  position, velocity, ends, spring, material, impulse, springNumber, signals
// writes: converged
// formula, with Δ of one more visit to each spring (joint.glsl), which is not applied:
//   the largest h W |Δ|/L0
// variants: PHASE 0 clears the result, PHASE 1 finds the largest, PHASE 2 the lowest-numbered spring that has
// it. Sizes are compared by their bits, which have the order of the numbers, so that the result does not
// depend on which comes first. ATTACHMENTS leaves those out, which the row of the pass names.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#include "joint_blocks.glsl"
STORAGE_SpringNumber(readonly);
STORAGE_Converged(restrict);

void main() {
	uint s = invocation();
#if PHASE == 0
	if (s == 0u) {
		converged[0].strain = 0u;
		converged[0].spring = 0xffffffffu;
	}
#else
	if (s >= params.springCount) {
		return;
	}
#ifdef ATTACHMENTS
	if (s >= sweep.first && s < sweep.first + sweep.count) {
		return;
	}
#endif
	uvec2 e = ends[s];
	Joint j = jointOf(s, e);
	if (!j.acts) {
		return;
	}
	float off = DT * j.weight * abs(changeOf(j, velocityOf(e.x), velocityOf(e.y), impulseOf(s))) / j.rest;
	uint bits = floatBitsToUint(off);
#if PHASE == 2
	if (bits == converged[0].strain) {
		atomicMin(converged[0].spring, springNumber[s].entry);
	}
#else
	atomicMax(converged[0].strain, bits);
#endif
#endif
}
