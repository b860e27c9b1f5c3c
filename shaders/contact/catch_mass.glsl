// Continuous collision of a mass whose way in a step crosses contacts; see catch.comp. A pass includes
// contact.glsl and declares Caught before it includes this, and defines STEPS_DONE as the number of steps
// done with this one.
#include "crossing.glsl"
#if MOVING
#include "carried.glsl"
#endif

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
	uint now = STEPS_DONE;
	if (atomicMin(caught[0].step, now) >= now) {
		atomicMin(caught[0].first, i << CONTACT_BITS | min(k, (1u << CONTACT_BITS) - 1u));
	}
}


// catchMass sets mass i, which was at a place before the step and has gone a way since, to where it
// enters the first contact that it crosses.
void catchMass(uint i, real3 from, real3 way) {
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
	count(i, contact);
}
