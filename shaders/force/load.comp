#version 430 core
// Pass load: the external force on each mass, after what the wind does to it.
//
// reads:  position, velocity, load, incidence (of loads), signals
// writes: external; with WIND 1 it adds to what wind wrote
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

const uint FORCE = 0u;
const uint MOTOR = 1u;
const uint HANDLE = 2u;

// loadForce is the force of load number k on a mass [N].
real3 loadForce(uint k, real3 x, real3 v) {
	Load l = load[k];
#if PRECISION == DOUBLE
	Load low = load[params.loadCount + k];
#endif
	real3 p = TWO_WORDS3(vec3(l.px, l.py, l.pz), vec3(low.px, low.py, low.pz));
	switch (l.kind) {
	case MOTOR:
		real f = TWO_WORDS(real(l.damping), low.damping) * (signalOf(l.signal) - dot(v, p));
		if (l.limit > 0.0) {
			real limit = TWO_WORDS(real(l.limit), low.limit);
			f = clamp(f, -limit, limit);
		}
		return f * p;
	case HANDLE:
		real3 q = TWO_WORDS3(vec3(l.qx, l.qy, l.qz), vec3(low.qx, low.qy, low.qz));
		return TWO_WORDS(real(l.stiffness), low.stiffness) * (p - x) + TWO_WORDS(real(l.damping), low.damping) * (q - v);
	default:
		return signalOf(l.signal) * p;
	}
}

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
		for (uint k = 0u; k < params.commonLoads; k++) {
			sum += loadForce(k, x, v);
		}
		uint end = incidence[i - FIRST + 1u].entry;
		for (uint k = incidence[i - FIRST].entry; k < end; k++) {
			sum += loadForce(incidence[k].entry, x, v);
		}
		sum -= QUADRATIC_DRAG * sqrt(dot(v, v)) * v;
	}
	setExternal(i, sum);
}
