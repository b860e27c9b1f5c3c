// The acceleration of a mass as Verlet and RK4 need it, where drag is a force,
// and friction as one impulse after the step. A pass includes mass_force.glsl
// before it includes this.

// accelerationOf is the acceleration of mass i at x with velocity v [m/s²], without
// friction; 0 on pinned axes.
real3 accelerationOf(uint i, real3 x, real3 v) {
	real3 a = forceOn(i, x, v) * inverseMassOf(i) + GRAVITY - DRAG_RATE * v;
	return unpinned(a, pinOf(i));
}

// finishFriction ends a step of mass i that moves it by d from a position, where it has the velocity w
// without friction. Friction that changes w by Δw acted as a constant force during all of the step, which
// moved the mass by reach Δw, dt/2 Δw in Verlet: a mass that sticks does not move.
void finishFriction(uint i, Place from, real3 d, real3 w) {
#if FRICTION
	real3 v = unpinned(afterFriction(w, from.x + d, w, inverseMassOf(i)), pinOf(i));
	finish(i, from, d + FRICTION_REACH * (v - w), v);
#else
	finish(i, from, d, w);
#endif
}
