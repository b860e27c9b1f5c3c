package laws

// PushOf returns F_N = max(0, kc δ − bc v·n) while δ > 0 [N]: a spring with a damper, never
// adhesive. A mass is at the depth δ below a surface [m] and leaves it with v·n [m/s].
func PushOf[T Real](stiffness, damping, depth, leaving T) T {
	if !(depth > 0) {
		return 0
	}
	return max(0, T(stiffness*depth)-T(damping*leaving))
}

// AfterFriction returns the velocity w [m/s], which a mass would have after the step without friction, with Coulomb's
// friction on a surface, against which w is. pressed is F_N dt/m [m/s]. The slip w_t, across the normal, is
// (F_t + m v_t/dt) dt/m: taken away as a whole it is the force that stops the mass within the step; a
// part of it leaves the mass sliding the same way, so that friction never turns it around.
func AfterFriction[T Real](w, normal Vec[T], pressed, staticFriction, kineticFriction T) Vec[T] {
	along := Times(Dot(w, normal), normal)
	slip := Minus(w, along)
	speed := Length(slip)
	if speed <= staticFriction*pressed {
		return along // it sticks
	}
	return Minus(w, Times(kineticFriction*pressed/speed, slip)) // it slides; μk ≤ μs
}
