#version 430 core
// Pass catch: after masses have moved and before guides hold them, set masses whose way in
// the step crosses contacts to where they enter the first of them.
//
// reads:  before, contact, status.integratePasses
// writes: position, velocity, stage (each mass its own), caught
// formula, with the way from x before the step to x after it, which enters the contact at
// the part t and with the normal n (crossing.glsl), and w = v − v_s:
//   x ← before + t (x − before)
//   w·n < 0:  w ← w_t (1 − min(1, μk |w·n|/|w_t|)),  v ← v_s + w on axes that are not pinned
// Of a contact that moves, the way begins where the place before the step has moved with it.
// variants: MOVING 1 is for contacts that move, with the signals at the begin and the end of the step.
// KEEPS 1 clears the register of Verlet, an acceleration at another position.
// CONTACT_BITS is how many bits the number of a contact has
// beside that of a mass.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Before(readonly);
STORAGE_Contact(readonly);
STORAGE_Caught(restrict);
STORAGE_Status(readonly);
#include "state.glsl"
#if KEEPS
STORAGE_Stage(restrict);
#include "stage.glsl"
#endif
#include "contact.glsl"
#if INTEGRATOR >= 4
#define STEPS_DONE status[0].springForcePasses // a substep is done, and the step is not yet
#else
#define STEPS_DONE status[0].integratePasses
#endif
#include "catch_mass.glsl"

// wayOf is the way of mass i in the step [m], in all the words of its position.
real3 wayOf(uint i) {
	uint at = i - FIRST;
	real3 way = positionOf(i) - TWO_WORDS3(before[at].xyz, before[COUNT_OF(params.massCount) + at].xyz);
#if PRECISION == COMPENSATED
	way += POSITION(secondWordAt(i)).xyz - before[COUNT_OF(params.massCount) + at].xyz;
#endif
	return way;
}

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount) || !isFree(i)) {
		return;
	}
	catchMass(i, TWO_WORDS3(before[i - FIRST].xyz, before[COUNT_OF(params.massCount) + i - FIRST].xyz), wayOf(i));
}
