#version 430 core
// Pass load: the external force on each mass, after the pass wind.
//
// reads:  position, velocity, load, incidence (of loads), signals
// writes: external; with WIND 1 it adds to the force that wind wrote
// formula, the sum over the loads on a mass, first those on all masses:
//   force   F signal
//   motor   c (signal − v·a) a, of a size up to its limit
//   handle  k (X − x) + c (V − v)
//   drag    −q |v| v
// None acts on a mass that is pinned on all axes.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Signals;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Load(readonly);
STORAGE_Incidence(readonly);
STORAGE_External(restrict);
#define WRITES_EXTERNAL
#define READS_EXTERNAL
#include "state.glsl"
#include "external.glsl"
#include "signals.glsl"

#include "load_law.glsl"

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount)) {
		return;
	}
	real3 sum = real3(0.0);
	if (isFree(i)) {
		real3 x = positionOf(i);
		real3 v = velocityOf(i);
#if WIND
		sum = externalOn(i);
#endif
#include "load_sum.glsl"
	}
	setExternal(i, sum);
}
