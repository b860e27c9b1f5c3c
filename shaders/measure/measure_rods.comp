#version 430 core
// Pass measure-rods: a quantity of each segment of a rod, for people, in place of what pass measure has
// written of it.
//
// reads:  position, velocity, turning, incidence (of segment k the links of its joints: from entry k to entry
//         k + 1 of the first entries, which are places of others), rodLink
// writes: strain (of segments)
// formula, with C, K, τ and rates of rod_links.glsl: QUANTITY says which
//   MEASURE_STRAIN  C3/ℓ
//   MEASURE_FORCE   K3 (C3 + τ dC3/dt) [N]
//   MEASURE_ENERGY  ½ Σ K C² of the segment, and half of that of its joints [J]
// The twin is package rod/chain.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define MEASURE_STRAIN 0
#define MEASURE_FORCE 1
#define MEASURE_ENERGY 2

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Turning(readonly);
STORAGE_Incidence(readonly);
STORAGE_RodLink(readonly);
STORAGE_Strain(writeonly);
#include "state.glsl"
#include "turning.glsl"
#define NO_SOFT
#include "rod_links.glsl"

wide measured(uint k) {
	uint s = rodOf(k).segment;
	uint a = rodOf(k).a;
	uint b = rodOf(k).b;
	wide33 axes = axesOf(orientationOf(s));
	wide3 arm = placeIn(b) - placeIn(a);
	wide3 off = arm * axes - restOf(k);
#if QUANTITY == MEASURE_STRAIN
	return off.z / restOf(k).z;
#elif QUANTITY == MEASURE_FORCE
	wide3 rate = wide3(velocityOf(b)) - wide3(velocityOf(a)) - cross(spinOf(s), arm);
	return stiffnessOf(k).z * (off.z + delayOf(k) * dot(rate, axes[2]));
#else
	wide held = wide(0.5) * dot(stiffnessOf(k), off * off);
	for (uint at = incidence[s].entry; at < incidence[s + 1u].entry; at++) {
		uint joint = incidence[at].entry;
		wide3 bent = bendOf(joint).off;
		held += wide(0.25) * dot(stiffnessOf(joint), bent * bent);
	}
	return held;
#endif
}

void main() {
	uint k = invocation();
	if (k < sweep.first) {
		strain[rodOf(k).spring].value = float(measured(k));
	}
}
