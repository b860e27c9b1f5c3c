#version 430 core
// Pass measure: a quantity of each spring, by which viewers color it.
//
// reads:  position, velocity, ends, spring, material, signals
// writes: strain
// formula: QUANTITY says which, of the law of spring-force (spring_law.glsl):
//   MEASURE_STRAIN  (L − L0)/L0, 0 without a rest length
//   MEASURE_FORCE   f [N], without the damper between ends that are both pinned
//   MEASURE_ENERGY  ½ k (L − L0)² [J], 0 in a slack cable
// with L0 as actuators have it at the time of the state. A removed spring has 0. The
// twin is package measure.
// variants: as spring-force.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define MEASURE_STRAIN 0
#define MEASURE_FORCE 1
#define MEASURE_ENERGY 2

UNIFORM_Params;
#if ACTUATORS
UNIFORM_Signals;
#endif
#include "gathered.glsl"
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
STORAGE_Strain(writeonly);
#include "state.glsl"
#if ACTUATORS
#include "signals.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"

real measured(uint s) {
	uvec2 e = ends[s - FIRST];
	Law law = lawOf(s);
	Reach r = reachOf(placeOf(e.x), placeOf(e.y), law);
#if QUANTITY == MEASURE_STRAIN
	return law.restLength > real(0.0) ? r.stretch / law.restLength : real(0.0);
#elif QUANTITY == MEASURE_FORCE
	real rate = isFree(e.x) || isFree(e.y) ? dot(velocityOf(e.y) - velocityOf(e.x), axisOf(r)) : real(0.0);
	return r.distance < SHORTEST ? real(0.0) : pullOf(law, r.stretch, rate);
#else
	return stored(law, r.stretch);
#endif
}

void main() {
	uint s = invocation();
	if (s >= END_OF(params.springCount)) {
		return;
	}
	strain[s - FIRST].value = materialOf(s) == 0u ? 0.0 : float(measured(s));
}
