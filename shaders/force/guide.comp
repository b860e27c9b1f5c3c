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
// AHEAD 1 holds the centered velocities of the ledger to lines and planes, and nothing else.
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
#if AHEAD
#include "centered.glsl"
#endif

const uint LINE = 0u;
const uint PLANE = 1u;

// across is the part of w across d.
real3 across(real3 w, real3 d) { return w - dot(w, d) * d; }

void main() {
	uint k = invocation() - FIRST; // each range goes over all of them
	if (k >= params.guidedCount) {
		return;
	}
	Guided g = guided[k];
	if (g.mass < FIRST || g.mass >= END_OF(params.massCount)) {
		return;
	}
#if PRECISION == DOUBLE
	Guided low = guided[params.guidedCount + k];
#endif
	real3 p = TWO_WORDS3(vec3(g.px, g.py, g.pz), vec3(low.px, low.py, low.pz));
	real3 d = TWO_WORDS3(vec3(g.dx, g.dy, g.dz), vec3(low.dx, low.dy, low.dz));
#if AHEAD
	if (g.kind == LINE || g.kind == PLANE) {
		uint at = centeredAt(g.mass);
#if MOVING
		surfacePower = real(centered[COUNT_OF(params.massCount) + at].w);
#endif
		real3 u = TWO_WORDS3(centered[at].xyz, centered[COUNT_OF(params.massCount) + at].xyz);
		setCentered(g.mass, g.kind == LINE ? dot(u, d) * d : across(u, d), centered[at].w);
	}
#else
	real3 w = fromPoint(g.mass, p);
	real3 v = velocityOf(g.mass);
	switch (g.kind) {
	case LINE:
		displace(g.mass, placeOf(g.mass), -across(w, d));
		v -= across(v, d);
		break;
	case PLANE:
		displace(g.mass, placeOf(g.mass), -dot(w, d) * d);
		v -= dot(v, d) * d;
		break;
	default:
		displace(g.mass, Place(p, vec3(0.0)), signalsFrom(g.signal));
		v = signalsFrom(g.signal + 3u);
	}
	setVelocity(g.mass, v);
#endif
}
