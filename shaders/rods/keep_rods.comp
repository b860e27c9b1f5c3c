#version 430 core
// Pass keep-rods: copy how segments stand and turn while the state is good, beside pass keep, which
// has just copied masses and says in which of two places the latest good state is.
//
// reads:  turning, status
// writes: keptTurning (each segment its own)
// formula: keptTurning = orientation, spin where nothing has been reported
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Sweep;
STORAGE_Turning(readonly);
STORAGE_KeptTurning(restrict);
STORAGE_Status(readonly);
#define NO_PLACES
#include "turning.glsl"

void main() {
	uint k = invocation();
	const uint never = 0xffffffffu;
	if (k >= sweep.first || status[0].firstPass != never || status[0].runawayStep != never) {
		return;
	}
	keptTurning[2u * k] = vec4(orientationOf(k));
	keptTurning[2u * k + 1u] = vec4(spinOf(k), 0.0);
}
