// Contacts: how deep a mass is in each shape, the push out of it, and Coulomb
// friction. The pass declares Params and Contact before it includes this.

const uint PLANE = 0u;
const uint SPHERE = 1u;
const uint BOX = 2u;
const uint CAPSULE = 3u;

// The direction between points nearer than this [m] is not defined.
const float NO_DIRECTION = 1e-12;

// Touch is the depth below a surface [m], negative outside, and its unit
// normal, pointing out.
struct Touch {
	float depth;
	vec3 normal;
};

// touchBall is that of a ball at d from its center; atCenter is the normal there.
Touch touchBall(vec3 d, float radius, vec3 atCenter) {
	float distance = length(d);
	return Touch(radius - distance, distance < NO_DIRECTION ? atCenter : d / distance);
}

Touch touchPlane(Contact c, vec3 x) {
	vec3 n = vec3(c.px, c.py, c.pz);
	return Touch(c.size - dot(x, n), n);
}

Touch touchSphere(Contact c, vec3 x) {
	return touchBall(x - vec3(c.px, c.py, c.pz), c.size, vec3(0.0, 0.0, 1.0));
}

// touchCapsule is that of a ball at the nearest point of the axis; qw holds
// 1/|axis|², 0 without an axis.
Touch touchCapsule(Contact c, vec3 x) {
	vec3 fromA = x - vec3(c.px, c.py, c.pz);
	vec3 axis = vec3(c.ax, c.ay, c.az);
	float along = clamp(dot(fromA, axis) * c.qw, 0.0, 1.0);
	return touchBall(fromA - along * axis, c.size, vec3(c.qx, c.qy, c.qz));
}

// turned is a vector rotated by the unit quaternion (q, w).
vec3 turned(vec3 v, vec3 q, float w) {
	vec3 t = 2.0 * cross(q, v);
	return v + w * t + cross(q, t);
}

// touchBox: inside, the nearest face, the first of equals; outside, the nearest
// point of the surface.
Touch touchBox(Contact c, vec3 x) {
	vec3 q = vec3(c.qx, c.qy, c.qz);
	vec3 p = turned(x - vec3(c.px, c.py, c.pz), -q, c.qw);
	vec3 inner = vec3(c.ax, c.ay, c.az) - abs(p);
	vec3 side = vec3(p.x < 0.0 ? -1.0 : 1.0, p.y < 0.0 ? -1.0 : 1.0, p.z < 0.0 ? -1.0 : 1.0);
	float nearest = min(inner.x, min(inner.y, inner.z));
	vec3 beyond = max(-inner, 0.0);
	float distance = length(beyond);
	if (distance >= NO_DIRECTION) {
		return Touch(-distance, turned(side * beyond / distance, q, c.qw));
	}
	vec3 face = inner.x == nearest ? vec3(1.0, 0.0, 0.0) : inner.y == nearest ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0);
	return Touch(nearest, turned(side * face, q, c.qw));
}

// touching is that of any contact: of a container, what is outside its shape.
Touch touching(Contact c, vec3 x) {
	Touch t;
	switch (c.shape) {
	case SPHERE: t = touchSphere(c, x); break;
	case BOX: t = touchBox(c, x); break;
	case CAPSULE: t = touchCapsule(c, x); break;
	default: t = touchPlane(c, x);
	}
	return c.inside == 0u ? t : Touch(-t.depth, -t.normal);
}

// push is F_N = max(0, kc δ − bc v·n) while δ > 0 [N]: a spring with a damper,
// never adhesive.
float push(Contact c, Touch t, vec3 v) {
	return t.depth > 0.0 ? max(0.0, c.stiffness * t.depth - c.damping * dot(v, t.normal)) : 0.0;
}

// contactForce is the push of all contacts [N].
vec3 contactForce(vec3 x, vec3 v) {
	vec3 sum = vec3(0.0);
	for (uint k = 0u; k < params.contactCount; k++) {
		Touch t = touching(contact[k], x);
		sum += push(contact[k], t, v) * t.normal;
	}
	return sum;
}

#if FRICTION
// rubbed is the velocity w, which a mass would have after the step without
// friction, with the friction of all contacts in their order. x and v are those
// before the step. The slip w_t is (F_t + m v_t/dt) dt/m: taken away as a whole
// it is the force that stops the mass within the step; a part of it leaves the
// mass sliding the same way, so that friction never turns it around.
vec3 rubbed(vec3 w, vec3 x, vec3 v, float perMass) {
	for (uint k = 0u; k < params.contactCount; k++) {
		Contact c = contact[k];
		Touch t = touching(c, x);
		float pressed = push(c, t, v) * perMass * params.dt; // F_N dt/m [m/s]
		if (pressed == 0.0 || c.staticFriction == 0.0) {
			continue;
		}
		vec3 along = dot(w, t.normal) * t.normal;
		vec3 slip = w - along;
		float speed = length(slip);
		if (speed <= c.staticFriction * pressed) {
			w = along; // it sticks
		} else {
			w -= c.kineticFriction * pressed / speed * slip; // it slides; μk ≤ μs
		}
	}
	return w;
}
#endif
