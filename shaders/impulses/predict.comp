#version 430 core
// Pass predict: the velocities in which a substep would end without springs and contacts.
//
// reads:  external, with what pairs push where masses collide
// writes: velocity (each mass its own), status, converged
// formula (h is the drag half-life):
//   v ← v 2^(−dt/h) + dt (g + F/m),  0 on pinned axes
// variants: LOADS 0 for a run without external forces leaves F out. WORKS books what the pass will
// do, before it, and moves nothing, so that a ledger changes no bit of the run: external
// F·(slowed v + v after) dt/2, drag ½ m v² (1 − 2^(−2 dt/h)).
#include "layout.glsl"
#include "index.glsl"
#ifdef WORKS
#define NEEDS_TWO_WORDS
#endif
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
#if LOADS || defined(PAIRS)
STORAGE_External(readonly);
#endif
STORAGE_Status(restrict);
#ifdef WORKS
STORAGE_Work(restrict);
#endif
#include "state.glsl"
#if LOADS
#include "external.glsl"
#endif
#ifdef PAIRS
#include "push.glsl"
#endif
#include "pins.glsl"
#ifdef WORKS
#include "works.glsl"
#include "drag_taken.glsl"
#endif

void main() {
	uint i = invocation();
#ifndef WORKS
	// One invocation past the last mass counts: steps that begin, and no substep of them yet.
	if (i == params.massCount && sweep.begins != 0u) {
		status[0].springForcePasses += 1u;
		status[0].oddPasses = 0u;
	}
#endif
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	real3 acceleration = GRAVITY;
#if LOADS
	acceleration += externalOn(i) * inverseMassOf(i);
#endif
#ifdef PAIRS
	acceleration += pushOn(i) * inverseMassOf(i);
#endif
#ifdef WORKS
	real3 slowed = velocityOf(i) * DRAG_FACTOR;
	real3 pushed = unpinned(slowed + DT * acceleration, pinOf(i));
#if LOADS
	book(WORK_EXTERNAL, i, DT * dot(externalOn(i), real(0.5) * (slowed + pushed)));
#endif
	book(WORK_DRAG, i, real(0.5) * dot(velocityOf(i), velocityOf(i)) / inverseMassOf(i) * dragTaken());
#else
	setVelocity(i, unpinned(velocityOf(i) * DRAG_FACTOR + DT * acceleration, pinOf(i)));
#endif
}
