#version 430 core
// Pass book-springs: what dampers of springs take in a substep, by the velocities in which it
// ends, before masses move. It is there in runs with a ledger.
//
// reads:  position, velocity, ends, spring, material, signals
// writes: impulse (the works behind the impulses)
// formula: damping += h c ((vB − vA)·n)², of cables where they pull
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"
#include "joint_blocks.glsl"

void main() {
	uint s = invocation();
	if (s >= params.springCount) {
		return;
	}
	uvec2 e = ends[s];
	Joint j = jointOf(s, e);
	if (!j.acts || j.pulls && impulseOf(s) == real(0.0)) {
		return;
	}
	real u = dot(velocityOf(e.y) - velocityOf(e.x), j.n);
	bookSpring(WORK_DAMPING, s, DT * j.damper * u * u);
}
