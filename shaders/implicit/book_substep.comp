#version 430 core
// Pass book: what forces do in a substep until friction acts, by the forces of its end along the
// ways d that masses went. It comes before velocities change, and is there in runs with a ledger.
//
// reads:  position, velocity, way, begun, external, table, palette, signals
// writes: works (each mass its own)
// formula, with the numbers of descent.glsl and v from before the substep:
//   dampers          ½ c (L − L')/dt n·(d_j − d_i) of each spring, here and at its other end
//   drag             m (1/D − 1) d²/dt² + q |v| (2 d/dt − v)·d
//   external         (F − Y d)·d + q |v| (2 d/dt − v)·d, without what pairs push
//   contact damping  −(F_N − kc δ) (d − dt v_s)·n of contacts, −d·Σ (F_N − kc δ) n of pairs
//   constraints      dt F_N v_s·n, and of a mass that is pinned on all axes −d·(springs + pairs)
// variants: YIELDS 1 as in descent.glsl, PATHS 1 where masses follow paths.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"
#define WRITES_STATE
#include "descent_blocks.glsl"
STORAGE_Booked(restrict);
UNIFORM_Palette;
#if TEXELS
layout(binding = TEXELS_TABLE) uniform usamplerBuffer tableTexels;
#else
STORAGE_Table(readonly);
#endif
#if LOADS || defined(PAIRS)
STORAGE_External(readonly);
#include "external.glsl"
#endif
#ifdef PAIRS
#include "push.glsl"
#include "damp.glsl"
#endif
#if YIELDS
#include "yielding.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"
#define Work Booked // the same record at another binding
#include "works.glsl"

// WORK_DAMPERS is a row behind those of all solvers: of springs, half at either end [J].
const uint WORK_DAMPERS = 5u;

struct Pull {
	Place here;
	real3 way;
	real3 force; // of springs [N]
	real damped; // by dampers [J]
};

void pull(inout Pull p, uint neighbor, Law law, uint slot) {
	Reach r = reachOf(p.here, placeOf(neighbor), law);
	if (r.distance < SHORTEST) {
		return;
	}
	real f = law.stiffness * r.stretch;
#if DAMPING
	real3 moved = wayOf(neighbor) - p.way;
	real3 was = r.way - moved;
	real damper = law.damping / DT * dot(moved, r.way + was) / (r.distance + sqrt(dot(was, was)));
	f += damper;
#endif
#if TENSION
	if (law.tensionOnly && (r.stretch <= real(0.0) || f <= real(0.0))) {
		return;
	}
#endif
	p.force += f / r.distance * r.way;
#if DAMPING
	p.damped += real(0.5) * damper / r.distance * dot(r.way, moved);
#endif
}
#define DESCENDS
#include "fused_springs.glsl"
#if CONTACTS
#include "contact.glsl"
#include "press.glsl"

// bookContacts books what contacts do to mass i on its way.
void bookContacts(uint i, real3 d) {
	real3 x = positionOf(i);
	real3 began = begunAt(i).x;
	real damped = real(0.0);
	real given = real(0.0);
#if NORMALIZED
	face(i);
	uint sharers = sharersOf(x);
	if (sharers == 0u) {
		return;
	}
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		Solid c = contactOf(k);
#if NORMALIZED
		c = sharedBy(c, sharers);
#endif
		Touch t = touching(c, x);
		if (t.depth <= real(0.0)) {
			continue;
		}
		real pushed = pressing(k, c, t, began);
		real carried = real(0.0);
#if MOVING
		carried = DT * dot(c.surface, t.normal);
#endif
		damped -= (pushed - c.stiffness * t.depth) * (dot(d, t.normal) - carried);
		given += pushed * carried;
	}
	book(WORK_CONTACT_DAMPING, i, damped);
	book(WORK_CONSTRAINTS, i, given);
}
#endif

// dragMore is 1/D − 1, without what a subtraction loses.
real dragMore() {
	real z = DT * DRAG_RATE;
	if (z > real(0.1)) {
		return real(1.0) / DRAG_FACTOR - real(1.0);
	}
	real sum = real(1.0);
	for (uint n = 8u; n > 1u; n--) {
		sum = real(1.0) + z / real(n) * sum;
	}
	return z * sum;
}

// bookFree books what acts on mass i alone, which is free.
void bookFree(uint i, real3 d) {
	real drag = dragMore() * dot(d, d) / (inverseMassOf(i) * DT * DT);
#if LOADS
	real3 f = externalOn(i);
#if YIELDS
	real3 y = yielding(i, 0u);
	real3 z = yielding(i, 1u);
	f -= y * d + real3(z.x * d.y + z.y * d.z, z.x * d.x + z.z * d.z, z.y * d.x + z.z * d.y);
#endif
	real3 v = velocityOf(i);
	real slowing = QUADRATIC_DRAG * length(v) * dot(real(2.0) / DT * d - v, d); // it is among the loads
	book(WORK_EXTERNAL, i, dot(f, d) + slowing);
	drag += slowing;
#endif
	book(WORK_DRAG, i, drag);
#if CONTACTS
	bookContacts(i, d);
#endif
}

void main() {
	uint i = invocation();
	if (i >= params.massCount) {
		return;
	}
	Pull p = Pull(placeOf(i), wayOf(i), real3(0.0), real(0.0));
#if DAMPING || PATHS
	visitSprings(i, p);
	book(WORK_DAMPERS, i, p.damped);
#endif
#ifdef PAIRS
	book(WORK_CONTACT_DAMPING, i, -dot(dampOn(i), p.way));
#endif
	if (isFree(i)) {
		bookFree(i, p.way);
		return;
	}
#if PATHS
#ifdef PAIRS
	p.force += pushOn(i);
#endif
	book(WORK_CONSTRAINTS, i, -dot(p.force, p.way));
#endif
}
