#version 430 core
// Pass book-contacts: what dampers of contacts take in a substep, by the velocities in which it
// ends, before masses move. It is there in runs with a ledger.
//
// reads:  position, velocity, contact, pressed, signals
// writes: works (each mass its own)
// formula: with u = (v − v_s)·n, of each contact that the mass was in at the start of the substep,
// contact damping += h bc u² where it pushes; where its damper ends the push, the part of kc δ²/2 that
// leaves, at most as much
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
#include "pins.glsl"
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
		if (!(t.depth > real(0.0)) || !(dot(unpinned(t.normal, pinOf(i)), t.normal) > real(0.0))) {
			continue;
		}
		real damper = DT * c.damping * u * u;
		real left = max(real(0.0), t.depth - DT * u);
		bool pushes = pressedOf(pressedAt(i, k)) > real(0.0);
		taken += pushes ? damper : max(real(0.0), min(damper, real(0.5) * c.stiffness * (t.depth - left) * (t.depth + left)));
	}
	if (taken != real(0.0)) {
		book(WORK_CONTACT_DAMPING, i, taken);
	}
}
