// How often the forces have been evaluated since the last reset. A pass declares
// Status before it includes this, and Palette when FUSED is 1.

#include "ends_pass.glsl"

#if FUSED
#if defined(RESIDENT) || defined(PERSISTENT)
// evaluations is how many were before this step; see resident.comp and persistent.comp.
uint evaluated;
uint evaluations() { return evaluated; }
#else
// evaluations is how many were before this pass. The pass itself counts in the
// other word, which no invocation reads meanwhile.
uint evaluations() { return palette.parity == 0u ? status[0].springForcePasses : status[0].oddPasses; }
#endif

// countEvaluation is called by one invocation of a pass.
void countEvaluation() {
	uint now = evaluations() + 1u;
	if (palette.parity == 0u) {
		status[0].oddPasses = now;
	} else {
		status[0].springForcePasses = now;
	}
}
#endif

// evaluation is the number of this one, from 1.
uint evaluation() {
#if FUSED
	return evaluations() + 1u;
#else
	return status[0].springForcePasses; // the pass spring-force has counted it
#endif
}
