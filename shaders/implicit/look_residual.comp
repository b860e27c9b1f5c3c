#version 430 core
// Pass residual: how large the forces are that iterations have left.
//
// reads:  position, velocity, way, begun, table, palette, external, signals
// writes: turn (the tally), status
// formula: the largest |P f| of a mass, and the largest that rounding may make of it; see
// descent.glsl
// variants: STARTS 1 is before the first iteration, and reports springs that were longer than
// params.runaway before the substep. Sizes are compared by their bits, which have the order of
// the numbers, so that the result does not depend on which comes first.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define LOOKS 1
#include "descent_blocks.glsl"
#if STARTS
STORAGE_Status(restrict);
#endif
#include "descent.glsl"
#include "tally.glsl"

shared uint most[2];

void main() {
	uint i = invocation();
	if (gl_LocalInvocationID.x < 2u) {
		most[gl_LocalInvocationID.x] = 0u;
	}
	memoryBarrierShared();
	barrier();
	if (i < params.massCount && isFree(i)) {
		Pull p = pullOf(i);
		uvec2 bits = floatBitsToUint(vec2(length(allowed(holdOf(i), p.force)), p.rounded));
		atomicMax(most[0], bits.x);
		atomicMax(most[1], bits.y);
#if STARTS
		if (p.slot != NONE) {
			uint now = status[0].integratePasses;
			if (atomicMin(status[0].runawayStep, now) >= now) {
				atomicMin(status[0].runawaySpring, i << SLOT_BITS | min(p.slot, (1u << SLOT_BITS) - 1u));
			}
		}
#endif
	}
	memoryBarrierShared();
	barrier();
	if (gl_LocalInvocationID.x == 0u) {
		atomicMax(turn[TALLY_LEFT].entry, most[0]);
		atomicMax(turn[TALLY_ROUNDED].entry, most[1]);
	}
}
