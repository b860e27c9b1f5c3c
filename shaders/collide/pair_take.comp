#version 430 core
// Pass pair-take: the velocities that pairs have left become those of the state, in a substep of the
// solver impulses.
//
// reads:  rub
// writes: velocity (each mass its own)
// formula: v ← w, of masses that move
// variants: FROM is the set of velocities. WORKS is the pass book-pair-friction of runs with a ledger,
// before pair-finish: it books ½ m (v² − w²) of masses that move, what friction takes of them; of
// masses on paths what friction takes of what moves them, to friction and to constraints. It changes nothing.
#include "layout.glsl"
#include "index.glsl"
#ifdef WORKS
#define NEEDS_TWO_WORDS
#endif
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Rub(restrict);
STORAGE_Ball(readonly);
#include "state.glsl"
#include "rub.glsl"
#include "grid.glsl"
#ifdef WORKS
STORAGE_Work(restrict);
#define WORK_ROW collision.count
#include "works.glsl"
#endif

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
#ifdef WORKS
	if (isFree(i)) {
		real3 v = velocityOf(i);
		real3 w = rubOf(FROM, i);
		book(WORK_FRICTION, p, real(-0.5) * dot(w - v, w + v) / inverseMassOf(i));
	} else {
		real taken = DT * real(RUB_AT(rubAt(FROM, i)).w);
		book(WORK_FRICTION, p, taken);
		book(WORK_CONSTRAINTS, p, taken);
	}
#else
	if (isFree(i)) {
		setVelocity(i, rubOf(FROM, i));
	}
#endif
}
