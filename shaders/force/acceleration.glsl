// The acceleration of a mass as Verlet and RK4 need it, where drag is a force,
// and friction as one impulse after the step. A pass includes mass_force.glsl
// before it includes this.

// accelerationOf is the acceleration of mass i at x with velocity v [m/s²], without
// friction; 0 on pinned axes.
real3 accelerationOf(uint i, real3 x, real3 v) {
	real3 a = forceOn(i, x, v) * inverseMassOf(i) + GRAVITY - DRAG_RATE * v;
	return unpinned(a, pinOf(i));
}

#if AHEAD
// centerStep writes for the ledger a step of mass i that ends at x: the velocity v that
// forces saw last, and the power of friction. The velocity was before at the start of the
// step, and would be w after it without friction. The power is the impulse times the mean
// velocity of the step, divided by dt.
void centerStep(uint i, real3 x, real3 v, real3 before, real3 w) {
	real power = real(0.0);
#if FRICTION
#if MOVING
	movable = unpinned(real3(1.0), pinOf(i));
	surfacePower = real(0.0);
#endif
	real3 after = unpinned(afterFriction(w, x, w, inverseMassOf(i)), pinOf(i));
	power = real(0.5) * dot(w - after, before + after) / (DT * inverseMassOf(i));
#if MOVING
	power += surfacePower;
#endif
#endif
	setCentered(i, v, power);
#ifdef PAIR_FRICTION
	setGain(i, w - before);
#endif
}
#else
// finishRubbed ends a step of mass i that takes it from a place by d, where it
// has the velocity w without friction. What changes w by Δw acted as a constant
// force during all of the step, which moved the mass by reach Δw, dt/2 Δw in
// Verlet: what sticks stays.
void finishRubbed(uint i, Place from, real3 d, real3 w) {
#if FRICTION
	real3 v = unpinned(afterFriction(w, from.x + d, w, inverseMassOf(i)), pinOf(i));
	finish(i, from, d + FRICTION_REACH * (v - w), v);
#else
	finish(i, from, d, w);
#endif
}
#endif
