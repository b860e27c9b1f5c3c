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

// loadForce is the force of one load on a mass [N].
real3 loadForce(Load l, real3 x, real3 v) {
	real3 p = real3(l.px, l.py, l.pz);
	switch (l.kind) {
	case MOTOR:
		real f = real(l.damping) * (signalOf(l.signal) - dot(v, p));
		if (l.limit > 0.0) {
			f = clamp(f, -real(l.limit), real(l.limit));
		}
		return f * p;
	case HANDLE:
		return real(l.stiffness) * (p - x) + real(l.damping) * (real3(l.qx, l.qy, l.qz) - v);
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
			sum += loadForce(load[k], x, v);
		}
		uint end = incidence[i - FIRST + 1u].entry;
		for (uint k = incidence[i - FIRST].entry; k < end; k++) {
			sum += loadForce(load[incidence[k].entry], x, v);
		}
		sum -= params.quadraticDrag * sqrt(dot(v, v)) * v;
	}
	setExternal(i, sum);
}
