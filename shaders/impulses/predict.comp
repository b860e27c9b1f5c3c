#version 430 core
// Pass predict: the velocities in which a substep would end without springs and contacts.
//
// reads:  external, with the pushes of pairs where masses collide
// writes: velocity (each mass its own), status, converged
// formula (h is the drag half-life):
//   v ← v 2^(−dt/h) + dt (g + F/m),  0 on pinned axes
// variant: LOADS 0 for a run without external forces leaves F out.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
#if LOADS || defined(PAIRS)
STORAGE_External(readonly);
#endif
STORAGE_Status(restrict);
#include "state.glsl"
#if LOADS
#include "external.glsl"
#endif
#ifdef PAIRS
#include "push.glsl"
#endif
#include "pins.glsl"

void main() {
	uint i = invocation();
	// One invocation past the last mass counts: steps that begin, and no substep of them yet.
	if (i == params.massCount && sweep.begins != 0u) {
		status[0].springForcePasses += 1u;
		status[0].oddPasses = 0u;
	}
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	vec3 acceleration = GRAVITY;
#if LOADS
	acceleration += externalOn(i) * inverseMassOf(i);
#endif
#ifdef PAIRS
	acceleration += pushOn(i) * inverseMassOf(i);
#endif
	setVelocity(i, unpinned(velocityOf(i) * DRAG_FACTOR + DT * acceleration, pinOf(i)));
}
