#version 430 core
// Pass judge: whether the iterations of a substep have come to their end. The passes of the next
// ones are dispatched by counts of work groups, which are 0 then: the host does not wait for the
// decision.
//
// reads:  turn (the tally), groupCounts (those of all work), status
// writes: turn (the tally), groupCounts (those of the next iterations)
// formula: residual = left/from, and 0 where left is rounding; they end where it is at most the
// tolerance
#include "layout.glsl"
#include "index.glsl"
#include "tally.glsl"

UNIFORM_Descent;
STORAGE_Turn(restrict);
STORAGE_GroupCounts(restrict);
STORAGE_Status(readonly);

const uint OPEN = 0u;  // begins a substep
const uint START = 1u; // after the look at the start
const uint LOOK = 2u;  // after a look at what iterations have left

uint bitsOf(float x) { return floatBitsToUint(x); }

// go has the next iterations take place, or not.
void go(bool on) {
	for (uint k = 0u; k < descent.kinds; k++) {
		groupCounts[k] = on ? groupCounts[descent.kinds + k] : GroupCounts(0u, 1u, 1u);
	}
}

// close ends the substep with a residual. One that is no number is the worst.
void close(float residual) {
	turn[TALLY_ENDED].entry = 1u;
	turn[TALLY_RESIDUAL].entry = bitsOf(residual);
	if (!(residual <= uintBitsToFloat(turn[TALLY_WORST].entry))) {
		turn[TALLY_WORST].entry = bitsOf(residual);
		turn[TALLY_WORST_STEP].entry = status[0].springForcePasses;
	}
	go(false);
}

void main() {
	if (invocation() != 0u) {
		return;
	}
	float left = uintBitsToFloat(turn[TALLY_LEFT].entry);
	float rounded = uintBitsToFloat(turn[TALLY_ROUNDED].entry);
	if (descent.phase == OPEN) {
		turn[TALLY_ENDED].entry = 0u;
		turn[TALLY_ITERATIONS].entry = 0u;
		turn[TALLY_RESIDUAL].entry = bitsOf(1.0);
	} else if (turn[TALLY_ENDED].entry != 0u) {
		return;
	} else if (descent.phase == START) {
		float from = left >= rounded ? left : rounded;
		if (left != left) {
			from = left;
		}
		turn[TALLY_FROM].entry = bitsOf(from);
		if (from == 0.0) {
			close(0.0);
		} else {
			go(true);
		}
	} else {
		turn[TALLY_ITERATIONS].entry += descent.batch;
		float residual = left <= rounded ? 0.0 : left / uintBitsToFloat(turn[TALLY_FROM].entry);
		if (descent.last != 0u || residual <= descent.tolerance) {
			close(residual);
		}
	}
	turn[TALLY_LEFT].entry = 0u;
	turn[TALLY_ROUNDED].entry = 0u;
}
