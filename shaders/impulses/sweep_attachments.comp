#version 430 core
// Pass sweep-attachments: visit the attachments of one round, behind the springs of a sweep. No
// two of them are of one mass, and anchors do not move, so that each may change the velocity of
// its mass in place.
//
// reads:  position, velocity, ends, spring, material, impulse
// writes: velocity (of the masses of the round), impulse
// formula, with A the mass, B its pinned anchor and t the speed of A past B across n:
//   r = −C/h where C ≤ 0, else −min(C/h, t/2);   Δ = (r − u)/W,  λ ← min(0, λ + Δ)
// The rest is as in joint.glsl, whatever k is.
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
	float before = 0.0;
	if (sweep.begins == 0u) {
		before = impulseOf(s);
	}
	float change = 0.0;
	if (j.acts && !isFree(e.y)) {
		vec3 v = velocityOf(e.x);
		vec3 away = velocityOf(e.y) - v;
		float u = dot(away, j.n);
		float most = -j.stretch / DT;
		if (j.stretch > 0.0) {
			most = max(most, -length(away - u * j.n) / 2.0);
		}
		change = min(0.0, before + (most - u) / j.weight) - before;
		if (change != 0.0) {
			setVelocity(e.x, v - gain(e.x, change * j.n));
		}
	}
	if (sweep.keeps != 0u) {
		setImpulse(s, before + change);
	}
}
