// Contacts that move: where they are at the time of the row of signals that is bound, and
// the velocity of their surface. Package settings writes the signals of a contact, behind
// the slot that its record has beside the shape.
#ifndef TRAJECTORY_OF // else a pass has its own numbers in such slots
#if !(FUSED && ACTUATORS) && !defined(RESIDENT)
UNIFORM_Signals; // else those that springs read
#endif

// trajectoryOf is a number of a trajectory; slots as signals.glsl has them.
real trajectoryOf(uint slot) {
	return TWO_WORDS(signals.signal[slot >> 2][slot & 3u], signals.signal[params.signalVectors + (slot >> 2)][slot & 3u]);
}

#else
real trajectoryOf(uint slot) { return TRAJECTORY_OF(slot); }
#endif

real3 trajectoriesOf(uint slot) { return real3(trajectoryOf(slot), trajectoryOf(slot + 1u), trajectoryOf(slot + 2u)); }

// pose puts a contact where it is. The upper bits of its shape are its first slot + 1; 0 of
// a contact that stands still.
void pose(inout Solid c) {
	uint at = c.shape >> 8;
	c.shape &= 255u;
	c.velocity = c.spin = c.center = c.belt = c.surface = real3(0.0);
	if (at == 0u) {
		return;
	}
	at -= 1u;
	c.p = trajectoriesOf(at);
	c.a = trajectoriesOf(at + 3u);
	c.q = trajectoriesOf(at + 6u);
	c.qw = trajectoryOf(at + 9u);
	c.size = trajectoryOf(at + 10u);
	c.velocity = trajectoriesOf(at + 11u);
	c.spin = trajectoriesOf(at + 14u);
	c.center = trajectoriesOf(at + 17u);
	c.belt = trajectoriesOf(at + 20u);
}

// surfaceAt is v_s = V + ω × (x − C) + b − (b·n) n at a point with the normal n [m/s]. ahead is 0, or a later
// time at which only the turn matters [s].
real3 surfaceAt(Solid c, real3 x, real3 n, real ahead) {
	real3 r = x - c.center;
#ifdef EXACT
	precise real3 later = r + ahead * cross(c.spin, r);
	precise real3 sum = c.velocity + cross(c.spin, later) + (c.belt - dot(c.belt, n) * n);
	return sum;
#else
	r += ahead * cross(c.spin, r);
	return c.velocity + cross(c.spin, r) + c.belt - dot(c.belt, n) * n;
#endif
}

// carrying is the velocity to which friction brings a mass. Friction as an impulse after a
// step knows where the mass is then. In the Euler methods the mass goes with this velocity
// for a step, which the turn of half a step anticipates, and drag takes its part.
real3 carrying(Solid c, real3 x, real3 n) {
#if INTEGRATOR == 0 || EXPLICIT
	return surfaceAt(c, x, n, real(0.5) * DT) / DRAG_FACTOR;
#else
	return c.surface;
#endif
}
