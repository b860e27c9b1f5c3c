#version 430 core
// Pass guide: hold masses to the line, the plane or the place on a path where
// they may be.
//
// reads:  guided, signals, position, velocity
// writes: position, velocity (of guided masses, each its own)
// formula, with w = x − p:
//   line   x ← x − (w − (w·d) d),  v ← v − (v − (v·d) d)
//   plane  x ← x − (w·n) n,        v ← v − (v·n) n
//   path   x ← rest position + offset(t),  v ← its rate
// The pass subtracts the part that leads away, so that the rest keeps its rounding errors
// and no errors gather over many steps.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Signals;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Guided(readonly);
#include "state.glsl"
#include "signals.glsl"

#include "guide_law.glsl"

void main() {
	uint k = invocation() - FIRST; // each range goes over all of them
	if (k >= params.guidedCount) {
		return;
	}
#include "guide_mass.glsl"
}
