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
#define WRITES_TURNING
#define ANSWERS
#include "turning.glsl"

// evaluation is the number of the step, from 1: predict has counted it.
uint evaluation() { return status[0].springForcePasses; }
#include "finish.glsl"

void main() {
	uint k = invocation();
	if (k >= sweep.first) {
		return;
	}
	if (isHeld(k)) {
		setTurning(k, TURN_ORIENTATION, turningOf(k, TURN_TARGET));
		return;
	}
	wide across = acrossOf(k);
	wide along = alongOf(k);
	wide4 q = orientationOf(k);
	wide3 spin = spinOf(k);
	wide3 t = axesOf(q)[2];
	wide own = dot(spin, t);
	wide3 l = across * (spin - own * t) + along * own * t;
	q = timesOf(turnBy(WIDE_DT / across * l), timesOf(turnBy(WIDE_DT * own * (1.0 - along / across) * t), q));
	q /= sqrt(dot(q, q));
	wide3 now = answerOf(k, axesOf(q)[2], l);
	setTurning(k, TURN_ORIENTATION, q);
	setSpin(k, now);
	if (!(finite(vec3(q.xyz)) && finite(float(q.w)) && finite(vec3(now)))) {
		report(segment[ROD_WORDS * k].mass);
	}
}
