#version 430 core
// Pass end: the velocities of the ways that masses went, and the friction of contacts, as one
// impulse. It acted as a force during the substep, and takes masses dt times what it changes.
//
// reads:  way, begun, contact, signals, status.springForcePasses
// writes: velocity, position (each mass its own), status
// formula, with F_N of press.glsl, u the slip against the surface across n:
//   v ← (x − x')/dt;   |u| ≤ μs F_N dt/m: v ← v − u, else v ← v − min(1, μk F_N dt/(m |u|)) u
// variants: CONTACTS 0 and FRICTION 0 leave friction out. WORKS books what friction will do, before
// it, and moves nothing, so that a ledger changes no bit of the run: with the impulse J of each
// contact, constraints J·v_s, friction J·v_s − J·(v before + v after)/2.
#include "layout.glsl"
#include "index.glsl"
#ifdef WORKS
#define NEEDS_TWO_WORDS
#endif
#include "real.glsl"
#define WRITES_STATE
#include "descent_blocks.glsl"
#ifndef WORKS
STORAGE_Status(restrict);
#endif
#include "pins.glsl"
#if FRICTION
#include "table_words.glsl"
#include "contact.glsl"
#include "press.glsl"
#endif

#ifdef WORKS
STORAGE_Booked(restrict);
#define Work Booked // the same record at another binding
#include "works.glsl"
#else
// evaluation is the number of the step, from 1: begin has counted it.
uint evaluation() { return status[0].springForcePasses; }
#include "finish.glsl"
#endif

#if FRICTION
// rubbed is a velocity after the friction of all contacts of mass i, in their order.
real3 rubbed(uint i, real3 v, uint pin) {
	real3 x = positionOf(i);
	real3 before = begunAt(i).x;
	real perMass = inverseMassOf(i);
#if NORMALIZED
	face(i);
	uint sharers = sharersOf(x);
	if (sharers == 0u) {
		return v;
	}
#endif
#ifdef WORKS
	real taken = real(0.0);
	real carried = real(0.0);
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		Solid c = contactOf(k);
#if NORMALIZED
		c = sharedBy(c, sharers);
#endif
		Touch t = touching(c, x);
		real pressed = pressing(k, c, t, before) * perMass * DT; // F_N dt/m [m/s]
		if (pressed == real(0.0) || c.staticFriction == real(0.0)) {
			continue;
		}
		real3 slip = v;
#if MOVING
		slip -= c.surface;
#endif
		slip -= dot(slip, t.normal) * t.normal;
		real speed = length(slip);
		if (speed > c.staticFriction * pressed) {
			slip *= min(real(1.0), c.kineticFriction * pressed / speed);
		}
#ifdef WORKS
		real3 lost = unpinned(slip, pin);
#if MOVING
		real given = -dot(lost, c.surface) / perMass;
		taken += given;
		carried += given;
#endif
		taken += dot(lost, v - real(0.5) * lost) / perMass;
#endif
		v -= unpinned(slip, pin);
	}
#ifdef WORKS
	book(WORK_FRICTION, i, taken);
	book(WORK_CONSTRAINTS, i, carried);
#endif
	return v;
}
#endif

void main() {
	uint i = invocation();
#ifndef WORKS
	// One invocation past the last mass counts substeps that ran to their end, and with the last
	// of them the step, if none of its substeps was lost.
	if (i == params.massCount) {
		uint done = status[0].oddPasses + 1u;
		status[0].oddPasses = done;
		if (descent.ends != 0u && done == descent.ends) {
			status[0].integratePasses += 1u;
		}
	}
#endif
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	uint pin = pinOf(i);
	real3 d = wayOf(i);
	real3 v = unpinned(d / DT, pin);
#if FRICTION
	real3 w = rubbed(i, v, pin);
	d += DT * (w - v);
	v = w;
#endif
#ifndef WORKS
	finish(i, begunAt(i), d, v);
#endif
}
