#version 430 core
// Pass push-out: move every mass out of every contact, one contact after the other, after the
// springs of a sweep.
//
// reads:  position, contact, signals
// writes: velocity, pushed (each mass its own)
// formula, with depth δ and normal n where the mass is now, x = x' + dt v:
//   x ← x + δ n while δ > 0, pinned axes keep still;  pushed ← pushed + δ
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Contact(readonly);
STORAGE_Pushed(restrict);
#include "state.glsl"
#include "pins.glsl"
#include "contact.glsl"
#include "pushed.glsl"

void setPushed(uint at, real depth) {
	pushed[at].depth = float(depth);
#if PRECISION == DOUBLE
	pushed[params.contactCount * params.massCount + at].depth = float(depth - real(float(depth)));
#endif
}

void main() {
	uint i = invocation();
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
	uint pin = pinOf(i);
	bool moved = false;
#if NORMALIZED
	face(i);
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		Solid c = contactOf(k);
		Touch t = touching(c, x + DT * v);
		bool inside = t.depth > real(0.0);
		if (inside) {
			v += unpinned(t.depth / DT * t.normal, pin);
			moved = true;
		}
		if (sweep.keeps != 0u && (inside || sweep.begins != 0u)) {
			real before = sweep.begins != 0u ? real(0.0) : pushedOf(pushedAt(i, k));
			setPushed(pushedAt(i, k), before + max(real(0.0), t.depth));
		}
	}
	if (moved) {
		setVelocity(i, v);
	}
}
