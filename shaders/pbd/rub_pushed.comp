#version 430 core
// Pass rub-pushed: the friction of contacts on masses that they have pushed out in a substep, as
// if the pushes were one impulse.
//
// reads:  position, contact, pushed, signals
// writes: velocity (each mass its own)
// formula, for each contact in order that has pushed by p, with its normal and the velocity v_s of
// its surface where the mass is at the end of the sweeps, and the slip u = (v − v_s) across n:
//   |u| ≤ μs p/dt: v ← v − u, else v ← v − u min(1, μk p/(dt |u|)),  0 on pinned axes
// variant: WORKS is there in runs with a ledger: constraints Δv·v_s m, friction that less Δv·(v before + v after) m/2.
#include "layout.glsl"
#include "index.glsl"
#ifdef WORKS
#define NEEDS_TWO_WORDS
#endif
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Contact(readonly);
STORAGE_Pushed(readonly);
#ifdef WORKS
STORAGE_Work(restrict);
#endif
#include "state.glsl"
#include "pins.glsl"
#include "contact.glsl"
#include "pushed.glsl"
#ifdef WORKS
#include "works.glsl"
#endif

void main() {
	uint i = invocation();
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	real3 v = velocityOf(i);
	real3 x = positionOf(i) + DT * v;
	bool rubbed = false;
#if NORMALIZED
	face(i);
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		real normal = pushedOf(pushedAt(i, k)) / DT; // [m/s]
		if (!(normal > real(0.0))) {
			continue;
		}
		Solid c = contactOf(k);
		Touch t = touching(c, x);
		real3 slip = v;
#if MOVING
		slip -= c.surface;
#endif
		slip -= dot(slip, t.normal) * t.normal;
		real speed = length(slip);
		if (speed > c.staticFriction * normal) {
			slip *= min(real(1.0), c.kineticFriction * normal / speed);
		}
#ifdef WORKS
		real3 gain = unpinned(v - slip, pinOf(i)) - v;
#if MOVING
		real given = dot(gain, c.surface) / inverseMassOf(i);
#else
		real given = real(0.0);
#endif
		book(WORK_CONSTRAINTS, i, given);
		book(WORK_FRICTION, i, given - dot(gain, v + real(0.5) * gain) / inverseMassOf(i));
#endif
		v = unpinned(v - slip, pinOf(i));
		rubbed = true;
	}
	if (rubbed) {
		setVelocity(i, v);
	}
}
