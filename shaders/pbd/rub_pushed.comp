#version 430 core
// Pass rub-pushed: the friction of contacts on masses that they have pushed out in a substep, as
// if the pushes were one impulse.
//
// reads:  position, contact, pushed, signals
// writes: velocity (each mass its own)
// formula, for each contact in order that has pushed by p, with its normal and the velocity v_s of
// its surface where the mass is at the end of the sweeps, and the slip u = (v − v_s) across n:
//   |u| ≤ μs p/dt: v ← v − u, else v ← v − u min(1, μk p/(dt |u|)),  0 on pinned axes
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Contact(readonly);
STORAGE_Pushed(readonly);
#include "state.glsl"
#include "pins.glsl"
#include "contact.glsl"
#include "pushed.glsl"

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
		v = unpinned(v - slip, pinOf(i));
		rubbed = true;
	}
	if (rubbed) {
		setVelocity(i, v);
	}
}
