package laws

// MotorOf returns the force s of a motor along its axis [N], which drives a mass toward a speed u [m/s]. The mass goes
// along the axis with a speed v·a [m/s]:
//
//	s = c (u − v·a), of a size up to the limit; a limit of 0 is none
func MotorOf[T Real](damping, limit, speed, along T) T {
	size := T(damping * (speed - along))
	if limit > 0 {
		size = min(limit, max(-limit, size))
	}
	return size
}

// HandleOf returns the force k w + c u [N] of a handle whose target lies a way w [m] from the mass and leaves it with
// the velocity u [m/s].
func HandleOf[T Real](stiffness, damping T, way, rate Vec[T]) Vec[T] {
	return Plus(Times(stiffness, way), Times(damping, rate))
}

// DragOf is q |v| v [N], the quadratic drag that acts against the velocity.
func DragOf[T Real](drag T, v Vec[T]) Vec[T] {
	return Times(T(drag*Sqrt(Dot(v, v))), v)
}
