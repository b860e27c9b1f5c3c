// The solids of contacts: how deep a point is in each shape. A pass includes real.glsl, or a substitute,
// before it includes this, and defines EXACT where turned.glsl says.

#include "shapes.glsl"

// The direction between points nearer than this [m] is not defined.
const real NO_DIRECTION = real(1e-12);

// Solid is a contact in the precision of the run; Contact describes its numbers.
struct Solid {
	uint shape, inside;
	real stiffness, damping, staticFriction, kineticFriction;
	real3 p, a, q;
	real qw, size;
#if MOVING
	real3 velocity, spin, center, belt; // V, ω, C and b of its trajectory
	real3 surface; // v_s where a mass touches it
#endif
};
#if MOVING
#include "trajectory.glsl"
#endif

// Touch is the depth below a surface [m], negative outside, and its unit
// normal, pointing out.
struct Touch {
	real depth;
	real3 normal;
};

// touchBall is the touch of a ball at d from its center; atCenter is the normal there.
Touch touchBall(real3 d, real radius, real3 atCenter) {
	real distance = length(d);
	return Touch(radius - distance, distance < NO_DIRECTION ? atCenter : d / distance);
}

Touch touchPlane(Solid c, real3 x) {
	real3 n = c.p;
	return Touch(c.size - dot(x, n), n);
}

Touch touchSphere(Solid c, real3 x) {
	return touchBall(x - c.p, c.size, real3(0.0, 0.0, 1.0));
}

// touchCapsule is the touch of a ball at the nearest point of the axis. qw holds
// 1/|axis|², or 0 where the capsule has no axis.
Touch touchCapsule(Solid c, real3 x) {
	real3 fromA = x - c.p;
	real3 axis = c.a;
	real along = clamp(dot(fromA, axis) * c.qw, real(0.0), real(1.0));
#ifdef EXACT
	precise real3 way = fromA - along * axis;
	return touchBall(way, c.size, c.q);
#else
	return touchBall(fromA - along * axis, c.size, c.q);
#endif
}

#include "turned.glsl"

// touchBox: inside, the nearest face, the first of equals; outside, the nearest
// point of the surface.
Touch touchBox(Solid c, real3 x) {
	real3 q = c.q;
	real3 p = turned(x - c.p, -q, c.qw);
	real3 inner = c.a - abs(p);
	real3 side = real3(p.x < 0.0 ? -1.0 : 1.0, p.y < 0.0 ? -1.0 : 1.0, p.z < 0.0 ? -1.0 : 1.0);
	real nearest = min(inner.x, min(inner.y, inner.z));
	real3 beyond = max(-inner, real(0.0));
	real distance = length(beyond);
	if (distance >= NO_DIRECTION) {
		return Touch(-distance, turned(side * beyond / distance, q, c.qw));
	}
	real3 face = inner.x == nearest ? real3(1.0, 0.0, 0.0) : inner.y == nearest ? real3(0.0, 1.0, 0.0) : real3(0.0, 0.0, 1.0);
	return Touch(nearest, turned(side * face, q, c.qw));
}

// touching is the touch of any contact. A container is solid outside its shape.
#if MOVING
Touch touching(inout Solid c, real3 x) {
#else
Touch touching(Solid c, real3 x) {
#endif
	Touch t;
	switch (c.shape) {
	case SPHERE: t = touchSphere(c, x); break;
	case BOX: t = touchBox(c, x); break;
	case CAPSULE: t = touchCapsule(c, x); break;
	default: t = touchPlane(c, x);
	}
#if MOVING
	c.surface = surfaceAt(c, x, t.normal, real(0.0));
#endif
#if NORMALIZED
	return (c.inside & 1u) == 0u ? t : Touch(-t.depth, -t.normal);
#else
	return c.inside == 0u ? t : Touch(-t.depth, -t.normal);
#endif
}
