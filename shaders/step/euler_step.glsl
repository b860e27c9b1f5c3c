// The body of a function that steps mass i by symplectic or explicit Euler, see integrate.comp; it may
// return.
	if (!isFree(i)) {
#ifdef PAIR_FRICTION
		wish(i, velocityOf(i));
#endif
		stay(i);
		return; // position and velocity stay as they are, bit for bit
	}
	real perMass = inverseMassOf(i);
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
	uint pin = pinOf(i);
	real3 w = v + DT * (forceOn(i, x, v) * perMass + GRAVITY);
#if FRICTION
	w = afterFriction(unpinned(w, pin), x, v, perMass);
#endif
#ifdef PAIR_FRICTION
	wish(i, unpinned(w, pin));
#else
	w = unpinned(w * DRAG_FACTOR, pin);
#if EXPLICIT
	finish(i, placeOf(i), DT * v, w);
#else
	finish(i, placeOf(i), DT * w, w);
#endif
#endif
