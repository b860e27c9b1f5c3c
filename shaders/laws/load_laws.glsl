// Code generated from laws/load.go by "go generate ./laws". DO NOT EDIT.

// motorOf returns the force s of a motor along its axis [N], which drives a mass toward a speed u [m/s]. The mass goes
// along the axis with a speed v·a [m/s]:
//
//	s = c (u − v·a), of a size up to the limit; a limit of 0 is none
real motorOf(real damping, real limit, real speed, real along) {
	real size = damping * (speed - along);
	if (limit > real(0.0)) {
		size = min(limit, max(-limit, size));
	}
	return size;
}

// handleOf returns the force k w + c u [N] of a handle whose target lies a way w [m] from the mass and leaves it with
// the velocity u [m/s].
real3 handleOf(real stiffness, real damping, real3 way, real3 rate) {
	return stiffness * way + damping * rate;
}

// dragOf is q |v| v [N], the quadratic drag that acts against the velocity.
real3 dragOf(real drag, real3 v) {
	return drag * sqrt(dot(v, v)) * v;
}
