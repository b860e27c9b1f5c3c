// A spring of position-based dynamics moves its ends toward its rest length. Beside the law this
// is what a pass declares that visits springs, whose arrays are in the order of their colors.
//
//   x is x' + dt v,  d = xB − xA,  L = |d|,  C = L − L0,  w = 1/m, and 0 of a mass that is pinned on all axes
//   xA ← xA + s' wA/(wA + wB) C d/L,  xB likewise, against d;  pinned axes keep still
//
// s' stands where other solvers have k. Cables are left alone while C < 0, and so are springs
// without a length.
#define WRITES_STATE
UNIFORM_Params;
UNIFORM_Sweep;
#if ACTUATORS
UNIFORM_Signals;
#endif
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
STORAGE_SpringNumber(readonly);
STORAGE_Status(restrict);
#include "state.glsl"
#include "springs.glsl"
#include "spring_law.glsl"
#include "pins.glsl"
#include "reach_now.glsl"

// reportRunaway keeps the first step with a spring that is longer than any may be, and the
// lowest such spring.
void reportRunaway(uint s) {
	uint now = status[0].integratePasses;
	if (atomicMin(status[0].runawayStep, now) >= now) {
		atomicMin(status[0].runawaySpring, springNumber[s].entry);
	}
}

// project moves the ends of spring s.
void project(uint s) {
	uvec2 e = ends[s];
	real wA = inverseMassOf(e.x);
	real wB = inverseMassOf(e.y);
	if (materialOf(s) == 0u || wA + wB == real(0.0)) {
		return;
	}
	Law law = lawOf(s);
	if (sweep.looks != 0u && reachOf(placeOf(e.x), placeOf(e.y), law).distance > real(params.runaway)) {
		reportRunaway(s);
	}
	real3 vA = velocityOf(e.x);
	real3 vB = velocityOf(e.y);
	Reach r = reachNow(e, vA, vB, law);
	if (!(r.distance >= SHORTEST) || law.tensionOnly && r.stretch < real(0.0)) {
		return;
	}
	real3 move = law.stiffness * r.stretch / (r.distance * (wA + wB) * DT) * r.way;
	if (isFree(e.x)) {
		setVelocity(e.x, vA + unpinned(wA * move, pinOf(e.x)));
	}
	if (isFree(e.y)) {
		setVelocity(e.y, vB - unpinned(wB * move, pinOf(e.y)));
	}
}
