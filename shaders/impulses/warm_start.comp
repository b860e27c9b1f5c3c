#version 430 core
// Pass warm-start: begin a substep with a part of the pushes of the springs of one color in the last one.
//
// reads:  position, velocity, ends, spring, material, impulse, signals
// writes: velocity (of the ends of the springs of the color), impulse
// formula: λ ← warm · λ;  vA ← vA − wA λ n,  vB ← vB + wB λ n
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#include "joint_blocks.glsl"

void main() {
	uint s = invocation();
	if (s >= sweep.count) {
		return;
	}
	s += sweep.first;
	uvec2 e = ends[s];
	Joint j = jointOf(s, e);
	float x = j.acts ? sweep.warm * impulseOf(s) : 0.0;
	setImpulse(s, x);
	if (x != 0.0) {
		strike(e, velocityOf(e.x), velocityOf(e.y), x * j.n);
	}
}
