#version 430 core
// Pass yield: how the loads on each mass yield where a substep takes it elsewhere than its
// velocity says.
//
// reads:  position, velocity, load, incidence (of loads), signals
// writes: external: Y and F + C v, of what acts on masses that are free; with WIND 1 it adds to
// what yield-wind wrote
// formula: F(x) = F − K (x − x') − C ((x − x')/dt − v) = F + C v − Y (x − x'),  Y = K + C/dt
//   motor   C = c a aᵀ, none where its limit holds it
//   handle  K = k I, C = c I
//   drag    C = 2 q |v| I
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
#include "yield.glsl"

// yieldOf adds load number k on a mass with the velocity v.
void yieldOf(inout Yield y, uint k, real3 v) {
	Load l = load[k];
#if PRECISION == DOUBLE
	Load low = load[params.loadCount + k];
#endif
	real c = TWO_WORDS(l.damping, low.damping);
	if (l.kind == MOTOR) {
		real3 a = TWO_WORDS3(vec3(l.px, l.py, l.pz), vec3(low.px, low.py, low.pz));
		real f = c * (signalOf(l.signal) - dot(v, a));
		if (l.limit == 0.0 || abs(f) < TWO_WORDS(l.limit, low.limit)) {
			y.diagonal += c / DT * a * a;
			y.beside += c / DT * real3(a.x * a.y, a.x * a.z, a.y * a.z);
			y.more += c * dot(v, a) * a;
		}
	} else if (l.kind == HANDLE) {
		y.diagonal += TWO_WORDS(l.stiffness, low.stiffness) + c / DT;
		y.more += c * v;
	}
}

void main() {
	uint i = invocation();
	if (i >= params.massCount) {
		return;
	}
#if WIND
	Yield y = yieldAt(i);
#else
	Yield y = Yield(real3(0.0), real3(0.0), real3(0.0));
#endif
	if (isFree(i)) {
		real3 v = velocityOf(i);
		for (uint k = 0u; k < params.commonLoads; k++) {
			yieldOf(y, k, v);
		}
		uint end = incidence[i + 1u].entry;
		for (uint k = incidence[i].entry; k < end; k++) {
			yieldOf(y, incidence[k].entry, v);
		}
		real drag = real(2.0) * QUADRATIC_DRAG * sqrt(dot(v, v));
		y.diagonal += drag / DT;
		y.more += drag * v;
	}
	setYield(i, y);
}
