#version 430 core
// Pass pair-finish: end a step with the velocities w that the friction of pairs has left.
//
// reads:  position, velocity, pairVelocity
// writes: position, velocity (each mass its own), status
// formula, in the Euler methods, for all masses (h is the drag half-life):
//   v' = w 2^(−dt/h),  0 on pinned axes;   x ← x + dt v',  with the old v in explicit Euler
// in Verlet and RK4, for the masses that take part in collisions:
//   x ← x + reach (w − v);   v' = w        (acceleration.glsl says what reach is)
// variants: EULER 1 is for the Euler methods, EXPLICIT 1 the explicit one; FROM is the set of
// w.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_PairVelocity(restrict);
#if !EULER
STORAGE_Ball(readonly);
#endif
STORAGE_Status(restrict);
#include "state.glsl"
#include "pair_velocity.glsl"
#if !EULER
#include "grid.glsl"
#endif
#include "pins.glsl"
// evaluation is the number of evaluations of the forces so far.
uint evaluation() { return max(status[0].springForcePasses, status[0].oddPasses); }
#include "finish.glsl"


void main() {
#if EULER
	uint i = invocation();
	if (i >= END_OF(params.massCount)) {
		return;
	}
#else
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
#endif
	vec3 v = velocityOf(i);
	vec3 w = pairVelocityOf(FROM, i);
	if (!isFree(i)) {
		return; // pinned: position and velocity stay as they are, bit for bit
	}
#if EULER
	w = unpinned(w * DRAG_FACTOR, pinOf(i));
#if EXPLICIT
	finish(i, placeOf(i), DT * v, w);
#else
	finish(i, placeOf(i), DT * w, w);
#endif
#else
	finish(i, placeOf(i), FRICTION_REACH * (w - v), w);
#endif
}
