// The force on a mass where a substep of implicit Euler takes it, and how that yields. A pass
// includes descent_blocks.glsl before it includes this, and defines LOOKS 1 when it judges the
// force, else 0. STARTS 1 is for a look before the first iteration.
//
//   f = m (y − x)/(D dt²) + loads + pushes of pairs + Σ F_N n + Σ f_s n,     y = x' + D (dt v + dt² g)
//   f_s = k (L − L0) + c (L − L')/dt,                      of a cable 0 where it would push
//   H = m/(D dt²) I + loads + Σ (kc + bc/dt) n nᵀ + Σ [(k + c/dt) n nᵀ + max(0, f_s)/L (I − n nᵀ)]
//
// L' is the length before the substep, formed from ways: L − L' = (d − d')·(d + d')/(L + L').
UNIFORM_Palette;
#if TEXELS
layout(binding = TEXELS_TABLE) uniform usamplerBuffer tableTexels;
#else
STORAGE_Table(readonly);
#endif
STORAGE_Turn(restrict);
#if LOADS || defined(PAIRS)
STORAGE_External(readonly);
#include "external.glsl"
#endif
#ifdef PAIRS
#include "push.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"
#include "pins.glsl"

// What rounding takes of a position and of a force, as a part of it: of a sum of several, whose
// signs differ. What iterations cannot take away was 0.05 to 0.1 of four times this.
#if PRECISION == SINGLE
#define POSITION_ROUNDING real(3e-8)
#else
#define POSITION_ROUNDING real(4e-15)
#endif
#if PRECISION == DOUBLE
#define FORCE_ROUNDING real(1e-15)
#else
#define FORCE_ROUNDING real(3e-8)
#endif

struct Pull {
	Place here;
	real3 way;
	real3 force;    // f [N]
	real inertia;   // m/(D dt²) [N/m]
	real3 diagonal; // of H: xx, yy, zz [N/m]
	real3 beside;   // of H: xy, xz, yz [N/m]
	real rounded;   // what rounding may make of f [N]
	real longest;   // spring that ran away, or what none may exceed [m]
	uint slot;      // of it
};

// yield adds along n nᵀ + across (I − n nᵀ) to H.
void yield(inout Pull p, real3 n, real along, real across) {
	real more = along - across;
	p.diagonal += more * n * n + across;
	p.beside += more * real3(n.x * n.y, n.x * n.z, n.y * n.z);
}

// pull adds the spring to a neighbor.
void pull(inout Pull p, uint neighbor, Law law, uint slot) {
	Place there = placeOf(neighbor);
	Reach r = reachOf(p.here, there, law);
#if DAMPING || STARTS
	real3 moved = wayOf(neighbor) - p.way;
	real3 was = r.way - moved;
	real before = sqrt(dot(was, was));
#endif
#if STARTS
	if (before > p.longest) {
		p.longest = before;
		p.slot = slot;
	}
#endif
	if (r.distance < SHORTEST) {
		return;
	}
	real f = law.stiffness * r.stretch;
	real along = law.stiffness;
#if DAMPING
	f += law.damping / DT * dot(moved, r.way + was) / (r.distance + before);
	along += law.damping / DT;
#endif
#if TENSION
	if (law.tensionOnly && (r.stretch <= real(0.0) || f <= real(0.0))) {
		return;
	}
#endif
	real3 n = r.way / r.distance;
	real across = max(real(0.0), f) / r.distance;
	p.force += f * n;
	yield(p, n, along, across);
#if LOOKS
	p.rounded += POSITION_ROUNDING * (along + real(2.0) * across) * (length(p.here.x) + length(there.x)) + FORCE_ROUNDING * abs(f);
#endif
}
#define DESCENDS
#include "fused_springs.glsl"

#if CONTACTS
#include "contact.glsl"
#include "press.glsl"

// press adds the contacts of mass i, which began at a place.
void press(inout Pull p, uint i, real3 began) {
	real3 x = positionOf(i);
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
		real pushed = pressing(k, c, t, began);
		if (pushed > real(0.0)) {
			real along = c.stiffness + c.damping / DT;
			p.force += pushed * t.normal;
			yield(p, t.normal, along, real(0.0));
#if LOOKS
			p.rounded += FORCE_ROUNDING * (along * length(x) + pushed);
#endif
		}
	}
}
#endif

// times is H d.
real3 times(Pull p, real3 d) {
	return p.diagonal * d + real3(p.beside.x * d.y + p.beside.y * d.z, p.beside.x * d.x + p.beside.z * d.z, p.beside.y * d.x + p.beside.z * d.y);
}

#if YIELDS
#include "yielding.glsl"
#endif

// pullOf is all that acts on mass i, which is free.
Pull pullOf(uint i) {
	Pull p;
	p.here = placeOf(i);
	p.way = wayOf(i);
	p.inertia = real(1.0) / (inverseMassOf(i) * DRAG_FACTOR * DT * DT);
	real3 goal = unpinned(DRAG_FACTOR * (DT * velocityOf(i) + DT * DT * GRAVITY), pinOf(i)); // y − x'
	p.diagonal = real3(0.0);
	p.beside = real3(0.0);
	p.force = p.inertia * (goal - p.way);
	p.rounded = FORCE_ROUNDING * p.inertia * (length(goal) + length(p.way));
	p.longest = real(params.runaway);
	p.slot = NONE;
#if LOADS
#if YIELDS
	p.diagonal = yielding(i, 0u);
	p.beside = yielding(i, 1u);
	real3 resisted = times(p, p.way);
	p.force -= resisted;
#else
	real3 resisted = real3(0.0);
#endif
	real3 load = externalOn(i);
	p.force += load;
	p.rounded += FORCE_ROUNDING * (length(load) + length(resisted));
#endif
#ifdef PAIRS
	real3 pushed = pushOn(i);
	p.force += pushed;
	p.rounded += FORCE_ROUNDING * length(pushed);
#endif
	p.diagonal += p.inertia;
#if CONTACTS
	press(p, i, begunAt(i).x);
#endif
	visitSprings(i, p);
	return p;
}

// A mass may have one guide, whose words are in turn: its kind, the direction, and its second
// words.
const uint FREE = 0u;
const uint ON_LINE = 1u;
const uint ON_PLANE = 2u;

struct Hold {
	uint kind;
	real3 n;
	uint pin;
};

Hold holdOf(uint i) {
	Hold h = Hold(FREE, real3(0.0), pinOf(i) & 7u);
#if HOLDS
	uint at = descent.guides + 7u * i;
	h.kind = turn[at].entry;
	h.n = TWO_WORDS3(uintBitsToFloat(uvec3(turn[at + 1u].entry, turn[at + 2u].entry, turn[at + 3u].entry)),
		uintBitsToFloat(uvec3(turn[at + 4u].entry, turn[at + 5u].entry, turn[at + 6u].entry)));
#endif
	return h;
}

// allowed is the part of f that pins and guides leave.
real3 allowed(Hold h, real3 f) {
	switch (h.kind) {
	case ON_LINE: return dot(f, h.n) * h.n;
	case ON_PLANE: return f - dot(f, h.n) * h.n;
	}
	return unpinned(f, h.pin);
}
