#version 430 core
// Pass span-gather: add the pushes of contacts on the edges and triangles at each mass to its external force,
// in the order of their corners. With SPAN_FRICTION 1 the pass span-finish: the friction of those, after a
// step. In the solver impulses it is the pass span-strike, too, which adds the changes of a visit.
//
// reads:  spanPush, incidence (of corners), external, position (inverse mass)
// writes: external; with SPAN_FRICTION position and velocity
// formula: F ← F + Σ pushes;   SPAN_FRICTION: Δv = Σ impulses/m, 0 on pinned axes, v ← v + Δv, x ← x + reach Δv
// variants: LOADED 0 is for runs whose external force has nothing else in it. SWEPT is there in the
// solver impulses, where masses stay: no x.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_SpanPush(readonly);
STORAGE_Incidence(readonly);
#if SPAN_FRICTION
#define WRITES_STATE
#else
STORAGE_External(restrict);
#define WRITES_EXTERNAL
#define READS_EXTERNAL
#include "external.glsl"
#endif
#include "state.glsl"
#include "span_corners.glsl"

// kept is a vector without its part along pinned axes.
vec3 kept(vec3 v, uint pin) {
	return mix(v, vec3(0.0), notEqual(uvec3(pin) & uvec3(1u, 2u, 4u), uvec3(0u)));
}

#if SPAN_FRICTION
// SPAN_REACH is the time for which a change of velocity by friction has moved the mass [s].
#if EXPLICIT
#define SPAN_REACH 0.0
#elif INTEGRATOR == 0
#define SPAN_REACH DT
#else
#define SPAN_REACH FRICTION_REACH
#endif

// applyFriction ends a step of a mass, or one that is looked at, with the change d of its velocity.
void applyFriction(uint i, vec3 d) {
	vec3 v = velocityOf(i) + d;
#ifndef SWEPT
	displace(i, placeOf(i), SPAN_REACH * d);
#endif
	setVelocity(i, v);
}
#endif

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount)) {
		return;
	}
	vec3 sum = vec3(0.0);
	uint end = incidence[i + 1u].entry;
	for (uint k = incidence[i].entry; k < end; k++) {
		sum += cornerOf(incidence[k].entry);
	}
	if (!isFree(i)) {
		sum = vec3(0.0);
	}
#if SPAN_FRICTION
	if (sum != vec3(0.0)) {
		applyFriction(i, kept(sum * inverseMassOf(i), pinOf(i)));
	}
#else
#if LOADED
	sum += externalOn(i);
#endif
	setExternal(i, sum);
#endif
}
