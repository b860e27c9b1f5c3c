#version 430 core
// Pass pair-finish: end a step with the velocities w that the friction of pairs has left.
//
// reads:  position, velocity, rub
// writes: position, velocity (each mass its own), status
// formula, in the Euler methods, for all masses (h is the drag half-life):
//   v' = w 2^(−dt/h),  0 on pinned axes;   x ← x + dt v',  with the old v in explicit Euler
// in Verlet and RK4, for the masses that take part in collisions:
//   x ← x + reach (w − v);   v' = w        (acceleration.glsl says what reach is)
// variants: EULER 1 is for the Euler methods, EXPLICIT 1 the explicit one; FROM is the set of
// w. AHEAD 1 moves nothing and gives the ledger the power of friction: in symplectic Euler
// from the velocity u that center left, without any friction, ½ (v + v') and
//   P += m (u − w)·½ (v + v')/dt
// in Verlet and RK4 what the friction of pairs adds to that of contacts; center left the
// gain g of the step without friction:
//   P += m/(2 dt) (w − v)·(g − v − w)
// On a mass that is pinned on all axes it is what pair-friction says.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Collision;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Rub(restrict);
#if !EULER
STORAGE_Ball(readonly);
#endif
#if AHEAD
STORAGE_Centered(restrict);
#else
STORAGE_Status(restrict);
#endif
#include "state.glsl"
#include "rub.glsl"
#if !EULER
#include "grid.glsl"
#endif
#include "pins.glsl"
#if !AHEAD
// evaluation is the number of evaluations of the forces so far.
uint evaluation() { return max(status[0].springForcePasses, status[0].oddPasses); }
#include "finish.glsl"
#endif

#if AHEAD
// gainAt is behind the centered velocities of all masses, or of their range.
#if PRECISION == DOUBLE || MOVING
uint gainAt(uint i) { return 2u * COUNT_OF(params.massCount) + i - FIRST; }
#else
uint gainAt(uint i) { return COUNT_OF(params.massCount) + i - FIRST; }
#endif
#define CENTERED_AT(i) centered[i - FIRST]
#define SECOND_CENTERED_AT(i) centered[COUNT_OF(params.massCount) + i - FIRST]

void look(uint i, real3 v, real3 w) {
	if (!isFree(i)) {
		CENTERED_AT(i).w = rub[rubAt(FROM, i)].w;
		return;
	}
	real mass = real(1.0) / inverseMassOf(i);
#if EULER
	real3 after = unpinned(w * DRAG_FACTOR, pinOf(i));
	real3 mean = real(0.5) * (v + after);
	real3 free = TWO_WORDS3(CENTERED_AT(i).xyz, SECOND_CENTERED_AT(i).xyz);
	CENTERED_AT(i) = vec4(vec3(mean), CENTERED_AT(i).w + float(mass / DT * dot(free - w, mean)));
#if PRECISION == DOUBLE
	SECOND_CENTERED_AT(i).xyz = vec3(mean - real3(vec3(mean)));
#endif
#else
	real3 gain = real3(centered[gainAt(i)].xyz);
	CENTERED_AT(i).w += float(mass / (real(2.0) * DT) * dot(w - v, gain - v - w));
#endif
}
#endif

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
	real3 v = velocityOf(i);
	real3 w = rubOf(FROM, i);
#if AHEAD
	look(i, v, w);
#else
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
#endif
}
