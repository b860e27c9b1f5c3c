// Contacts of members that are no planes, that move, or whose stiffness follows from each mass, in precise
// arithmetic; the shapes and the ways of surfaces are those of all runs. Who includes this defines
// SIGNAL_OF(row), which has where contacts are that move, in the slots of trajectory.glsl.
#define EXACT
#define real float
#define real3 vec3
#define dot(a, b) dotOf(a, b)
#define cross(a, b) crossOf(a, b)
#define length(a) lengthOf(a)
#define NORMALIZED 0
#define INTEGRATOR 0
#define EXPLICIT 0
#define DT memberRow.dt
#define TRAJECTORY_OF(slot) SIGNAL_OF(slot)
#if MOVING
#define DRAG_FACTOR dragOfMember
float dragOfMember; // of the one that is stepped
#endif
#include "solid.glsl"
#undef dot
#undef cross
#undef length

vec3 tableVector(uint at) { return vec3(TABLE_FLOAT(at), TABLE_FLOAT(at + 1u), TABLE_FLOAT(at + 2u)); }

// contactOf is contact k of a member. Planes are values; other shapes are those of the kind.
Solid contactOf(uint k, uint member) {
	uint at = CONTACT_AT + CONTACT_WORDS * k, row = ROW_CONTACT + 8u * k;
	Solid c;
	c.shape = TABLE(at + CONTACT_SHAPE);
	c.inside = TABLE(at + CONTACT_INSIDE);
	c.stiffness = VALUE(row + 4u);
	c.damping = VALUE(row + 5u);
	c.staticFriction = VALUE(row + 6u);
	c.kineticFriction = VALUE(row + 7u);
	at += CONTACT_FORM;
	c.p = tableVector(at);
	c.a = tableVector(at + 3u);
	c.q = tableVector(at + 6u);
	c.qw = TABLE_FLOAT(at + 9u);
	c.size = TABLE_FLOAT(at + 10u);
	if ((c.shape & 255u) == PLANE) {
		c.p = vec3(VALUE(row), VALUE(row + 1u), VALUE(row + 2u));
		c.size = VALUE(row + 3u);
	}
#if MOVING
	pose(c);
#endif
	return c;
}

#if PER_MASS
// shareOf is m/n of a mass at x that touches n contacts [kg].
float shareOf(uint record, uint member, vec3 x) {
	float sharers = 0.0;
	for (uint k = 0u; k < PLANES; k++) {
		Solid c = contactOf(k, member);
		sharers += touching(c, x).depth > 0.0 ? 1.0 : 0.0;
	}
	return TABLE_FLOAT(record + MASS_KG) * VALUE(ROW_WEIGHT + TABLE(record + MASS_SCALE)) / max(sharers, 1.0);
}

// A mass has Cs/dt² and Cd/dt for each contact [1/s², 1/s]: kc = Cs m/(n dt²), bc = Cd m/(n dt).
void sharedBy(inout Solid c, uint k, uint record, float share) {
	if (TABLE(CONTACT_AT + CONTACT_WORDS * k + CONTACT_PER_MASS) != 0u) {
		c.stiffness = TABLE_FLOAT(record + MASS_TUNED + 2u * k) * share;
		c.damping = TABLE_FLOAT(record + MASS_TUNED + 2u * k + 1u) * share;
	}
}
#endif

// pressedOn is F_N of a contact [N]; negative where the mass does not touch it.
float pressedOn(Solid c, Touch t, vec3 v) {
#if MOVING
	v -= c.surface;
#endif
	precise float push = c.stiffness * t.depth - c.damping * dotOf(t.normal, v);
	return t.depth > 0.0 ? max(push, 0.0) : -1.0;
}

// slideOn is |v_t| against the surface of a contact [m/s].
float slideOn(Solid c, vec3 n, vec3 v) {
#if MOVING
	v -= c.surface;
#endif
	return lengthOf(plusScaled(v, -dotOf(n, v), n));
}

// afterFrictionOn returns w without the slip on a contact that pushes with F_N dt/m: without all of it where that is at
// most μs of it, else without μk of it.
vec3 afterFrictionOn(vec3 w, Solid c, vec3 n, float impulse) {
	vec3 slip = plusScaled(w, -dotOf(n, w), n);
	float speed = lengthOf(slip);
	precise float most = c.kineticFriction * impulse;
	precise float sticks = c.staticFriction * impulse;
	float part = speed <= sticks ? 1.0 : most / speed;
	return plusScaled(w, -part, slip);
}

#if MOVING
// afterFrictionAlong returns afterFrictionOn against a surface that moves.
vec3 afterFrictionAlong(vec3 w, Solid c, vec3 x, vec3 n, float impulse) {
	vec3 surface = carrying(c, x, n);
	precise vec3 against = w - surface;
	precise vec3 sum = afterFrictionOn(against, c, n, impulse) + surface;
	return sum;
}
#endif

// pushed adds the pushes of all contacts to f [N]. It says whether there are any, and how fast the mass slides on
// the first of them [m/s].
bool pushed(uint record, uint member, vec3 x, vec3 v, inout vec3 f, out float slipped) {
	bool touches = false;
	slipped = 0.0;
#if PER_MASS
	float share = shareOf(record, member, x);
#endif
	for (uint k = 0u; k < PLANES; k++) {
		Solid c = contactOf(k, member);
#if PER_MASS
		sharedBy(c, k, record, share);
#endif
		Touch t = touching(c, x);
		float push = pressedOn(c, t, v);
		if (push >= 0.0) {
			if (!touches) {
				slipped = slideOn(c, t.normal, v);
			}
			touches = true;
			f = plusScaled(f, push, t.normal);
		}
	}
	return touches;
}

// afterContactFriction returns w with the friction of all contacts in their order.
vec3 afterContactFriction(vec3 w, uint record, uint member, vec3 x, vec3 v, float perMass) {
#if MOVING
	dragOfMember = VALUE(ROW_DRAG);
#endif
#if PER_MASS
	float share = shareOf(record, member, x);
#endif
	for (uint k = 0u; k < PLANES; k++) {
		Solid c = contactOf(k, member);
#if PER_MASS
		sharedBy(c, k, record, share);
#endif
		Touch t = touching(c, x);
		float push = pressedOn(c, t, v);
		if (push > 0.0 && c.staticFriction > 0.0) {
			precise float impulse = push * perMass;
#if MOVING
			w = afterFrictionAlong(w, c, x, t.normal, impulse);
#else
			w = afterFrictionOn(w, c, t.normal, impulse);
#endif
		}
	}
	return w;
}
