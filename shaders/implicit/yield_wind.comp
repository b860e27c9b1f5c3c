#version 430 core
// Pass yield-wind: how the force of the air on each mass yields, see yield_loads.comp.
//
// reads:  position, velocity, triangle, incidence (of triangles), signals
// writes: external: Y and F + C v
// formula, per triangle of area A, a third to each corner, u the air's velocity against it:
//   C = ρ A (CD + 3/2 CL) |u|/3 I
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Signals;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Triangle(readonly);
STORAGE_Incidence(readonly);
STORAGE_External(restrict);
#define WRITES_EXTERNAL
#define READS_EXTERNAL
#include "state.glsl"
#include "external.glsl"
#include "signals.glsl"
#include "yield.glsl"
#include "air.glsl"

// resistance is C of a corner [N·s/m].
real resistance(Triangle t, real3 air) {
	return length(twiceArea(t)) * (WIND_DRAG + real(1.5) * WIND_LIFT) * length(against(t, air)) / real(3.0);
}

void main() {
	uint i = invocation();
	if (i >= params.massCount) {
		return;
	}
	Yield y = Yield(real3(0.0), real3(0.0), real3(0.0));
	if (isFree(i)) {
		real3 air = signalsFrom(params.windSignal);
		real c = real(0.0);
		uint end = incidence[i + 1u].entry;
		for (uint k = incidence[i].entry; k < end; k++) {
			c += resistance(triangle[incidence[k].entry], air);
		}
		y.diagonal += c / DT;
		y.more = c * velocityOf(i);
	}
	setYield(i, y);
}
