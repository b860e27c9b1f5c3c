#version 430 core
// Pass book-springs: what dampers of springs take in a substep, by the velocities in which it
// ends, before masses move, and the work of what holds ends that follow paths: such an end has one
// velocity throughout, so all that a spring has pushed is booked at once. It is there in runs with
// a ledger.
//
// reads:  position, velocity, ends, spring, material, signals
// writes: impulse (the works behind the impulses)
// formula: damping += h c ((vB − vA)·n)², of cables where they pull; held += λ n·(vA − vB) of held ends
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
	real3 vA = velocityOf(e.x);
	real3 vB = velocityOf(e.y);
	real u = dot(vB - vA, j.n);
	bookSpring(WORK_DAMPING, s, DT * j.damper * u * u);
#if PATHS
	real speed = (isFree(e.x) ? real(0.0) : dot(j.n, vA)) - (isFree(e.y) ? real(0.0) : dot(j.n, vB));
	if (speed != real(0.0)) {
		bookSpring(WORK_HELD, s, impulseOf(s) * speed);
	}
#endif
}
