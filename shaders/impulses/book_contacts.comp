#version 430 core
// Pass book-contacts: what dampers of contacts take in a substep, by the velocities in which it
// ends, before masses move. It is there in runs with a ledger.
//
// reads:  position, velocity, contact, pressed, signals
// writes: works (each mass its own)
// formula: contact damping += h bc ((v − v_s)·n)² of each contact that pushes and that the mass
// was in at the start of the substep
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Contact(readonly);
STORAGE_Pressed(readonly);
STORAGE_Work(restrict);
#include "state.glsl"
#include "contact.glsl"
#include "pressed.glsl"
#include "works.glsl"

void main() {
	uint i = invocation();
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
	real taken = real(0.0);
#if NORMALIZED
	face(i);
	uint sharers = sharersOf(x);
	if (sharers == 0u) {
		return;
	}
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		if (!(pressedOf(pressedAt(i, k)) > real(0.0))) {
			continue;
		}
		Solid c = contactOf(k);
#if NORMALIZED
		c = sharedBy(c, sharers);
#endif
		Touch t = touching(c, x);
		real3 slip = v;
#if MOVING
		slip -= c.surface;
#endif
		real u = dot(slip, t.normal);
		taken += t.depth > real(0.0) ? DT * c.damping * u * u : real(0.0);
	}
	if (taken != real(0.0)) {
		book(WORK_CONTACT_DAMPING, i, taken);
	}
}
