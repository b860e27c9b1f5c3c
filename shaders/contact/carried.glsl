// Contacts that move: where a place goes that moves with one during a step, at the end of
// which the contacts are. A pass includes contact.glsl before it includes this.
#ifndef RESIDENT
UNIFORM_SignalsBefore; // else the work group keeps them
#endif

real trajectoryBefore(uint slot) {
	return TWO_WORDS(signalsBefore.signal[slot >> 2][slot & 3u], signalsBefore.signal[params.signalVectors + (slot >> 2)][slot & 3u]);
}

real3 trajectoriesBefore(uint slot) { return real3(trajectoryBefore(slot), trajectoryBefore(slot + 1u), trajectoryBefore(slot + 2u)); }

// betweenAxes is a vector turned as the first of two unit vectors must be to become the
// second, the short way round.
real3 betweenAxes(real3 r, real3 from, real3 to) {
	precise real3 c = from.yzx * to.zxy - from.zxy * to.yzx; // from × to, exactly zero where an axis keeps its direction
	real along = real(1.0) + dot(from, to);
	return along > real(1e-6) ? r + cross(c, r) + cross(c, cross(c, r)) / along : r;
}

// carried is the new position of a point that moves with contact number k, which is now as in c.
real3 carried(uint k, Solid c, real3 x) {
	uint at = contactWords(k).shape >> 8;
	if (at == 0u) {
		return x; // it stands still
	}
	at -= 1u;
	real3 p = trajectoriesBefore(at);
	switch (c.shape) {
	case BOX:
		return c.p + turned(turned(x - p, -trajectoriesBefore(at + 6u), trajectoryBefore(at + 9u)), c.q, c.qw);
	case CAPSULE:
		real3 a = trajectoriesBefore(at + 3u);
		real3 r = x - p - real(0.5) * a;
		return c.p + real(0.5) * c.a + (c.qw == real(0.0) ? r : betweenAxes(r, normalize(a), normalize(c.a)));
	}
	return c.p + (x - p);
}
