#version 430 core
// Pass residual-rods: how far rods are from solved at the end of a substep, beside springs, whose
// pass clears what is found.
//
// reads:  position, velocity, turning, rodLink, rodSoft
// writes: converged
// formula, with Δ of one more visit (rod_links.glsl), which is not applied:
//   the largest h |W S Δ|/ℓ of segments, and r h |W S Δ|/ℓ of joints, r the radius
// variants: PHASE 1 finds the largest, PHASE 2 the lowest-numbered spring that has it.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Turning(readonly);
STORAGE_RodLink(readonly);
STORAGE_RodSoft(readonly);
STORAGE_Converged(restrict);
#include "state.glsl"
#include "turning.glsl"
#include "rod_links.glsl"

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	uint a = rodOf(k).a;
	uint b = rodOf(k).b;
	wide3 rate;
	if (k < sweep.first) {
		rate = wide3(velocityOf(b)) - wide3(velocityOf(a)) - cross(spinOf(rodOf(k).segment), softOf(k, ROD_ARM));
	} else {
		rate = spinOf(b) - spinOf(a);
	}
	wide3 left = columnsOf(k, ROD_WEIGHT) * (softOf(k, ROD_SCALE) * changeOf(k, rate));
	uint bits = floatBitsToUint(float(WIDE_DT * rodOf(k).strain * length(left)));
#if PHASE == 2
	if (bits == converged[0].strain) {
		atomicMin(converged[0].spring, rodOf(k).spring);
	}
#else
	atomicMax(converged[0].strain, bits);
#endif
}
