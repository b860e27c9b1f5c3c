#version 430 core
// Pass paths: put masses that follow paths where they are at the end of a substep.
//
// reads:  guided, signals, begun
// writes: position, velocity, way (of those masses, each its own)
// formula: x ← rest position + offset(t),  v ← its rate
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE
#include "descent_blocks.glsl"
#if !ACTUATORS
UNIFORM_Signals;
#endif
STORAGE_Guided(readonly);
#include "signals.glsl"
#include "guide_law.glsl"

void main() {
	uint k = invocation();
	if (k >= params.guidedCount) {
		return;
	}
	Guided g = guided[k];
	if (g.kind == LINE || g.kind == PLANE) {
		return;
	}
#if PRECISION == DOUBLE
	Guided low = guided[params.guidedCount + k];
#endif
	Place rest = Place(TWO_WORDS3(vec3(g.px, g.py, g.pz), vec3(low.px, low.py, low.pz)), vec3(0.0));
	displace(g.mass, rest, signalsFrom(g.signal));
	setVelocity(g.mass, signalsFrom(g.signal + 3u));
	Place now = placeOf(g.mass);
	Place was = begunAt(g.mass);
	setWay(g.mass, now.x - was.x + real3(now.low - was.low));
}
