#version 430 core
// Pass sweep: visit the springs of one color, no two of which share a mass, so that each may
// change the velocities of its ends in place.
//
// reads:  position, velocity, ends, spring, material, impulse, signals
// writes: velocity (of the ends of the springs of the color), impulse, status
// formula: joint.glsl. A spring longer than params.runaway is reported.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#include "joint_blocks.glsl"
STORAGE_SpringNumber(readonly);
STORAGE_Status(restrict);

// reportRunaway keeps the first step with a spring that is longer than any may
// be, and the lowest such spring.
void reportRunaway(uint s) {
	uint now = status[0].integratePasses;
	if (atomicMin(status[0].runawayStep, now) >= now) {
		atomicMin(status[0].runawaySpring, springNumber[s].entry);
	}
}

void main() {
	uint s = invocation();
	if (s >= sweep.count) {
		return;
	}
	s += sweep.first;
	uvec2 e = ends[s];
	Joint j = jointOf(s, e);
	if (sweep.looks != 0u && j.distance > params.runaway) {
		reportRunaway(s);
	}
	if (!j.acts) {
		if (sweep.keeps != 0u) {
			setImpulse(s, 0.0);
		}
		return;
	}
	float before = 0.0;
	if (sweep.begins == 0u) {
		before = impulseOf(s);
	}
	vec3 vA = velocityOf(e.x);
	vec3 vB = velocityOf(e.y);
	float change = changeOf(j, vA, vB, before);
	if (sweep.keeps != 0u) {
		setImpulse(s, before + change);
	}
	strike(e, vA, vB, change * j.n);
}
