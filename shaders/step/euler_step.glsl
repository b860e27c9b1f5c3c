// What a function does that steps mass i by symplectic or explicit Euler, see
// integrate.comp; it may return.
	if (!isFree(i)) {
#ifdef PAIR_FRICTION
		wish(i, velocityOf(i));
#endif
#if AHEAD
		setCentered(i, velocityOf(i), real(0.0));
#else
		stay(i);
#endif
		return; // position and velocity stay as they are, bit for bit
	}
	real perMass = inverseMassOf(i);
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
	uint pin = pinOf(i);
	real3 w = v + DT * (forceOn(i, x, v) * perMass + GRAVITY);
#if AHEAD
	real3 free = unpinned(w, pin);
#endif
#if FRICTION
	w = afterFriction(unpinned(w, pin), x, v, perMass);
#endif
#ifdef PAIR_FRICTION
	wish(i, unpinned(w, pin));
#if AHEAD
	real power = real(0.0);
#if FRICTION && MOVING
	movable = unpinned(real3(1.0), pin);
	surfacePower = real(0.0);
	afterFriction(free, x, v, perMass);
	power = surfacePower;
#endif
	setCentered(i, free, power); // center-pairs adds that of friction
#endif
#else
	w = unpinned(w * DRAG_FACTOR, pin);
#if AHEAD
	real3 mean = real(0.5) * (v + w);
	real power = real(0.0);
#if FRICTION
#if MOVING
	movable = unpinned(real3(1.0), pin);
	surfacePower = real(0.0);
#endif
	power = dot(free - afterFriction(free, x, v, perMass), mean) / (DT * perMass);
#if MOVING
	power += surfacePower;
#endif
#endif
	setCentered(i, mean, power);
#elif EXPLICIT
	finish(i, placeOf(i), DT * v, w);
#else
	finish(i, placeOf(i), DT * w, w);
#endif
#endif
