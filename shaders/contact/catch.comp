#version 430 core
// Pass catch: after masses have moved and before guides hold them, set masses whose way in
// the step crosses contacts to where they enter the first of them.
//
// reads:  before, contact, status.integratePasses
// writes: position, velocity, stage (each mass its own), caught, lost
// formula, with the way from x before the step to x after it, which enters the contact at
// the part t and with the normal n (crossing.glsl), and w = v − v_s:
//   x ← before + t (x − before)
//   w·n < 0:  w ← w_t (1 − min(1, μk |w·n|/|w_t|)),  v ← v_s + w on axes that are not pinned
// Of a contact that moves, the way begins where the place before the step has moved with it.
// variants: MOVING 1 is for contacts that move, with the signals at the begin and the end of the step.
// KEEPS 1 clears the register of Verlet, an acceleration of another place; LEDGER 1
// sums what each mass has lost. CONTACT_BITS is how many bits the number of a contact has
// beside that of a mass.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Before(readonly);
STORAGE_Contact(readonly);
STORAGE_Caught(restrict);
STORAGE_Status(readonly);
#if LEDGER
STORAGE_Lost(restrict);
#endif
#include "state.glsl"
#if KEEPS
STORAGE_Stage(restrict);
#include "stage.glsl"
#endif
#include "contact.glsl"
#include "crossing.glsl"
#if MOVING
#include "carried.glsl"
#endif

// wayOf is the way of mass i in the step [m], in all the words of its place.
real3 wayOf(uint i) {
	uint at = i - FIRST;
	real3 way = positionOf(i) - TWO_WORDS3(before[at].xyz, before[COUNT_OF(params.massCount) + at].xyz);
#if PRECISION == COMPENSATED
	way += POSITION(secondWordAt(i)).xyz - before[COUNT_OF(params.massCount) + at].xyz;
#endif
	return way;
}

// halted is a velocity relative to a surface after a catch.
real3 halted(real3 w, real3 n, real kinetic) {
	real into = -dot(w, n);
	if (!(into > real(0.0))) {
		return w;
	}
	real3 across = w + into * n;
	real speed = length(across);
	real taken = kinetic * into;
	return speed > taken ? across * (real(1.0) - taken / speed) : real3(0.0);
}

// count counts a mass that a contact has caught, and keeps the first step with the lowest
// mass then.
void count(uint i, uint k) {
	if (atomicAdd(caught[0].count, 1u) == 0xffffffffu) {
		atomicAdd(caught[0].countHigh, 1u);
	}
	uint now = status[0].integratePasses;
	if (atomicMin(caught[0].step, now) >= now) {
		atomicMin(caught[0].first, i << CONTACT_BITS | min(k, (1u << CONTACT_BITS) - 1u));
	}
}

#if LEDGER
// more is a sum with one more value.
Two more(float hi, float lo, real value) { return plus(Two(hi, lo), Two(float(value), float(value - real(float(value))))); }

// addLoss adds what a mass has lost to heat, and the work of the surface [J].
void addLoss(uint i, real heat, real work) {
	Lost sum = lost[i - FIRST];
	Two all = more(sum.hi, sum.lo, heat);
	Two given = more(sum.givenHi, sum.givenLo, work);
	lost[i - FIRST] = Lost(all.high, all.low, given.high, given.low);
}
#endif

void main() {
	uint i = invocation();
	if (i >= END_OF(params.massCount) || !isFree(i)) {
		return;
	}
	real3 way = wayOf(i);
	real3 from = TWO_WORDS3(before[i - FIRST].xyz, before[COUNT_OF(params.massCount) + i - FIRST].xyz);
#if NORMALIZED
	face(i);
#endif
	Crossing first = Crossing(false, real(2.0), real3(0.0));
	uint contact = 0u;
#if MOVING
	real3 chosen = way;
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		Solid solid = contactOf(k);
#if MOVING
		real3 begin = carried(k, solid, from);
		real3 relative = begin == from ? way : positionOf(i) - begin;
		Crossing c = crossing(solid, begin, relative);
#else
		Crossing c = crossing(solid, from, way);
#endif
		if (c.crosses && c.at < first.at) {
			first = c;
			contact = k;
#if MOVING
			chosen = relative;
#endif
		}
	}
	if (!first.crosses) {
		return;
	}
	Solid c = contactOf(contact);
	bvec3 held = notEqual(uvec3(pinOf(i)) & uvec3(1u, 2u, 4u), uvec3(0u));
	real3 v = velocityOf(i);
	real3 surface = real3(0.0);
#if MOVING
	way = mix(chosen, real3(0.0), held);
	surface = surfaceAt(c, positionOf(i) + (first.at - real(1.0)) * chosen, first.normal, real(0.0));
#endif
	real3 w = mix(surface + halted(v - surface, first.normal, c.kineticFriction), real3(0.0), held);
	displace(i, placeOf(i), (first.at - real(1.0)) * way);
	setVelocity(i, w);
#if KEEPS
	setStage(0u, i, real3(0.0));
#endif
#if LEDGER
	real work = dot(w - v, surface) / inverseMassOf(i);
	addLoss(i, work + real(0.5) / inverseMassOf(i) * (dot(v, v) - dot(w, w)), work);
#endif
	count(i, contact);
}
