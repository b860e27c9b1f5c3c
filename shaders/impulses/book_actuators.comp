#version 430 core
// Pass book-actuators: the work of actuators in a substep, which change rest lengths while masses
// stay, after masses have moved. It is there in runs with a ledger.
//
// reads:  position, ends, spring, material, signals, signalsBefore
// writes: impulse (the works behind the impulses)
// formula: actuators += E(L − L0) − E(L − L0'), E = ½ k (L − L0)², 0 in a slack cable, where L0' is
// that of a substep before
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"
#if ACTUATORS
UNIFORM_SignalsBefore;
#define READS_SIGNALS_BEFORE
#endif
#include "joint_blocks.glsl"
#if ACTUATORS
#include "grown.glsl"
#endif

void main() {
#if ACTUATORS
	uint s = invocation();
	if (s >= params.springCount || materialOf(s) == 0u) {
		return;
	}
	uvec2 e = ends[s];
	Law law = lawOf(s);
	real longer = grown(s);
	if (longer == real(0.0)) {
		return;
	}
	real stretch = reachOf(placeOf(e.x), placeOf(e.y), law).stretch;
	bookSpring(WORK_ACTUATORS, s, law.tensionOnly ? stored(law, stretch) - stored(law, stretch + longer) : -law.stiffness * longer * (stretch + real(0.5) * longer));
#endif
}
