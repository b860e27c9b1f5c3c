#version 430 core
// Pass pair-take: the velocities that pairs have left become those of the state, in a substep of the
// solver impulses.
//
// reads:  pairVelocity
// writes: velocity (each mass its own)
// formula: v ← w, of masses that move
// variant: FROM is the set of velocities.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_PairVelocity(restrict);
STORAGE_Ball(readonly);
#include "state.glsl"
#include "pair_velocity.glsl"
#include "grid.glsl"

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
	if (isFree(i)) {
		setVelocity(i, pairVelocityOf(FROM, i));
	}
}
