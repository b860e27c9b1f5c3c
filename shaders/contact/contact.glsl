// Contacts: how deep a mass is in each shape, the push out of it, and Coulomb
// friction. The pass includes real.glsl and mass_blocks.glsl before it includes this.

#include "solid.glsl"
#include "contact_laws.glsl"

#if NORMALIZED
// A contact per mass has Cs/dt² and Cd/dt in place of kc and bc, once for each of NORMALIZED
// classes of masses. A mass has its class behind its pin, and the contacts that it touches
// share its mass.
const uint PER_MASS = 2u;
uint classOfMass;
real share; // [kg]

// face makes mass i the one that contacts are met by.
void face(uint i) {
	classOfMass = uint(VELOCITY(VELOCITY_AT(i)).w) >> 3u;
	share = real(1.0) / inverseMassOf(i);
}
#endif

// push is F_N of a contact on a mass with the velocity v [N].
real push(Solid c, Touch t, real3 v) {
#if MOVING
	v -= c.surface;
#endif
	return pushOf(c.stiffness, c.damping, t.depth, dot(v, t.normal));
}

#if RANGES
#define CONTACTS_AT range.contacts
#else
#define CONTACTS_AT TABLE_CONTACTS
#endif

// contactWords are those at an index of the list of contacts.
Contact contactWords(uint k) {
#if FUSED // behind the table
	uint at = CONTACTS_AT + 17u * k;
#define NUMBER(n) uintBitsToFloat(word(at + n))
	return Contact(word(at), word(at + 1u), NUMBER(2u), NUMBER(3u), NUMBER(4u), NUMBER(5u), NUMBER(6u), NUMBER(7u), NUMBER(8u),
		NUMBER(9u), NUMBER(10u), NUMBER(11u), NUMBER(12u), NUMBER(13u), NUMBER(14u), NUMBER(15u), NUMBER(16u));
#else
	return contact[k];
#endif
}

Solid contactOf(uint k) {
#if NORMALIZED
	uint at = classOfMass * params.contactCount + k;
	Contact c = contactWords(at);
#if PRECISION == DOUBLE
	Contact low = contactWords(uint(NORMALIZED) * params.contactCount + at);
#endif
#else
	Contact c = contactWords(k);
#if PRECISION == DOUBLE
	Contact low = contactWords(params.contactCount + k);
#endif
#endif
#if MOVING
	Solid s;
	s.shape = c.shape;
	s.inside = c.inside;
	s.stiffness = TWO_WORDS(c.stiffness, low.stiffness);
	s.damping = TWO_WORDS(c.damping, low.damping);
	s.staticFriction = TWO_WORDS(c.staticFriction, low.staticFriction);
	s.kineticFriction = TWO_WORDS(c.kineticFriction, low.kineticFriction);
	s.p = TWO_WORDS3(vec3(c.px, c.py, c.pz), vec3(low.px, low.py, low.pz));
	s.a = TWO_WORDS3(vec3(c.ax, c.ay, c.az), vec3(low.ax, low.ay, low.az));
	s.q = TWO_WORDS3(vec3(c.qx, c.qy, c.qz), vec3(low.qx, low.qy, low.qz));
	s.qw = TWO_WORDS(c.qw, low.qw);
	s.size = TWO_WORDS(c.size, low.size);
	pose(s);
	return s;
#else
	return Solid(c.shape, c.inside,
		TWO_WORDS(c.stiffness, low.stiffness), TWO_WORDS(c.damping, low.damping),
		TWO_WORDS(c.staticFriction, low.staticFriction), TWO_WORDS(c.kineticFriction, low.kineticFriction),
		TWO_WORDS3(vec3(c.px, c.py, c.pz), vec3(low.px, low.py, low.pz)),
		TWO_WORDS3(vec3(c.ax, c.ay, c.az), vec3(low.ax, low.ay, low.az)),
		TWO_WORDS3(vec3(c.qx, c.qy, c.qz), vec3(low.qx, low.qy, low.qz)),
		TWO_WORDS(c.qw, low.qw), TWO_WORDS(c.size, low.size));
#endif
}

#if NORMALIZED
// sharersOf is the number of contacts that the mass touches at x.
uint sharersOf(real3 x) {
	uint count = 0u;
	for (uint k = 0u; k < params.contactCount; k++) {
#if MOVING
		Solid c = contactOf(k);
		count += touching(c, x).depth > 0.0 ? 1u : 0u;
#else
		count += touching(contactOf(k), x).depth > 0.0 ? 1u : 0u;
#endif
	}
	return count;
}

// sharedBy is a contact with kc and bc for the mass, where n masses share it.
Solid sharedBy(Solid c, uint sharers) {
	if ((c.inside & PER_MASS) != 0u) {
		c.stiffness *= share / real(sharers);
		c.damping *= share / real(sharers);
	}
	return c;
}
#endif

// contactForce is the push of all contacts [N].
real3 contactForce(real3 x, real3 v) {
	real3 sum = real3(0.0);
#if NORMALIZED
	uint sharers = sharersOf(x);
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		Solid c = contactOf(k);
#if NORMALIZED
		c = sharedBy(c, sharers);
#endif
		Touch t = touching(c, x);
		sum += push(c, t, v) * t.normal;
	}
	return sum;
}

#if FRICTION
// afterFriction is the velocity w, which a mass would have after the step without
// friction, with the friction of all contacts in their order. x and v are those
// before the step.
real3 afterFriction(real3 w, real3 x, real3 v, real perMass) {
#if NORMALIZED
	uint sharers = sharersOf(x);
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		Solid c = contactOf(k);
#if NORMALIZED
		c = sharedBy(c, sharers);
#endif
		Touch t = touching(c, x);
		real pressed = push(c, t, v) * perMass * DT; // F_N dt/m [m/s]
		if (pressed == 0.0 || c.staticFriction == 0.0) {
			continue;
		}
#if MOVING
		real3 carried = carrying(c, x, t.normal);
		w -= carried;
#endif
		w = afterFriction(w, t.normal, pressed, c.staticFriction, c.kineticFriction);
#if MOVING
		w += carried;
#endif
	}
	return w;
}
#endif
