#version 430 core
// Pass pair-book: what the friction of pairs takes in a substep, before pair-finish changes
// velocities. It is there in runs of the solver implicit-euler with a ledger.
//
// reads:  position (inverse mass), velocity, rub
// writes: works (each mass its own)
// formula: friction ½ m (v² − w²); of a mass that is pinned on all axes dt P with the power P of
// pair-friction, which is work of what holds it, too
// variant: FROM is the set of velocities w.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Rub(restrict);
STORAGE_Ball(readonly);
STORAGE_Work(restrict);
#include "state.glsl"
#include "rub.glsl"
#include "grid.glsl"
#include "works.glsl"

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
	if (isFree(i)) {
		real3 v = velocityOf(i);
		real3 w = rubOf(FROM, i);
		book(WORK_FRICTION, i, real(0.5) / inverseMassOf(i) * dot(v - w, v + w));
		return;
	}
	real taken = DT * real(rub[rubAt(FROM, i)].w);
	book(WORK_FRICTION, i, taken);
	book(WORK_CONSTRAINTS, i, taken);
}
