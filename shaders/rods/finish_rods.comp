#version 430 core
// Pass finish-rods: turn segments by their spins, as free symmetric tops, which keep L = I ω; those
// that clamps hold stand where they must be at the end of the substep.
//
// reads:  segment, status
// writes: turning (each segment its own), status
// formula, with t the tangent: q ← turn(h L/I_across) turn(h L·t (1/I_along − 1/I_across) t) q,  ω ← I⁻¹ L
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Turning(restrict);
STORAGE_Segment(readonly);
STORAGE_Status(restrict);
#include "state.glsl"
#include "turning.glsl"

// evaluation is the number of the step, from 1: predict has counted it.
uint evaluation() { return status[0].springForcePasses; }
#include "finish.glsl"

void main() {
	uint k = invocation();
	if (k >= sweep.first) {
		return;
	}
	if (segment[k].held != 0u) {
		ORIENTATION(k) = TARGET(k);
		return;
	}
	float across = segment[k].across;
	float along = segment[k].along;
	vec4 q = ORIENTATION(k);
	vec3 spin = SPIN(k);
	vec3 t = axesOf(q)[2];
	float own = dot(spin, t);
	vec3 l = across * (spin - own * t) + along * own * t;
	q = timesOf(turnBy(DT / across * l), timesOf(turnBy(DT * own * (1.0 - along / across) * t), q));
	q /= sqrt(dot(q, q));
	vec3 now = answerOf(k, axesOf(q)[2], l);
	ORIENTATION(k) = q;
	SPIN(k) = now;
	if (!(finite(q.xyz) && finite(q.w) && finite(now))) {
		report(segment[k].mass);
	}
}
