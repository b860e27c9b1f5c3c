// Code generated from laws/contact.go by "go generate ./laws". DO NOT EDIT.

// pushOf returns F_N = max(0, kc δ − bc v·n) while δ > 0 [N]: a spring with a damper, never
// adhesive. A mass is at the depth δ below a surface [m] and leaves it with v·n [m/s].
real pushOf(real stiffness, real damping, real depth, real leaving) {
	if (!(depth > real(0.0))) {
		return real(0.0);
	}
	return max(real(0.0), stiffness * depth - damping * leaving);
}

// afterFriction returns the velocity w [m/s], which a mass would have after the step without friction, with Coulomb's
// friction on a surface, against which w is. pressed is F_N dt/m [m/s]. The slip w_t, across the normal, is
// (F_t + m v_t/dt) dt/m: taken away as a whole it is the force that stops the mass within the step; a
// part of it leaves the mass sliding the same way, so that friction never turns it around.
real3 afterFriction(real3 w, real3 normal, real pressed, real staticFriction, real kineticFriction) {
	real3 along = dot(w, normal) * normal;
	real3 slip = w - along;
	real speed = length(slip);
	if (speed <= staticFriction * pressed) {
		return along;
	}
	return w - kineticFriction * pressed / speed * slip;
}
