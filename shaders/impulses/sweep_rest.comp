#version 430 core
// Pass sweep-rest: visit the springs that have no color, since a mass of theirs has more springs
// than there are colors. All are visited with the velocities before, and each with its share.
//
// reads:  position, velocity, ends, spring, material, impulse, signals
// writes: uncolored (the impulse of each spring), impulse, status
// formula: joint.glsl, with Δ divided by the number of springs that share; strike-rest gives the
// impulses to masses. A spring longer than params.runaway is reported.
// variant: WARM 1 begins a substep with a part of what springs pushed in the last one, as
// warm-start does.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#include "joint_blocks.glsl"
STORAGE_Uncolored(restrict);
STORAGE_Status(restrict);

// give keeps what spring k of those gives its end B [N·s].
void give(uint k, vec3 x) {
	uncolored[k].x = x.x;
	uncolored[k].y = x.y;
	uncolored[k].z = x.z;
}

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	uint s = sweep.first + k;
	uvec2 e = ends[s];
	Joint j = jointOf(s, e);
#if !WARM
	if (sweep.looks != 0u && j.distance > params.runaway) {
		uint now = status[0].integratePasses;
		if (atomicMin(status[0].runawayStep, now) >= now) {
			atomicMin(status[0].runawaySpring, uncolored[k].number);
		}
	}
#endif
	float before = 0.0;
	float change = 0.0;
	if (j.acts) {
#if WARM
		change = sweep.warm * impulseOf(s);
#else
		if (sweep.begins == 0u) {
			before = impulseOf(s);
		}
		change = changeOf(j, velocityOf(e.x), velocityOf(e.y), before) / float(uncolored[k].sharers);
#endif
		give(k, change * j.n);
	} else {
		give(k, vec3(0.0));
	}
	if (sweep.keeps != 0u) {
		setImpulse(s, before + change);
	}
}
