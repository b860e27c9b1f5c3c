package model

import "fmt"

// Integrator is how a step advances positions x and velocities v from the
// forces F on a mass m. The zero value is SymplecticEuler.
type Integrator uint8

// The integrators. t is the time at the start of the step, in which springs,
// loads and actuators are evaluated unless it says otherwise.
const (
	// SymplecticEuler: v ← v + dt F(x, v, t)/m, then x ← x + dt v. Order 1, one
	// evaluation. It keeps the energy of an undamped structure bounded.
	SymplecticEuler Integrator = iota
	// VelocityVerlet: v½ = v + dt/2 a, x ← x + dt v½, then a ← F(x, v + dt a, t + dt)/m
	// with dampers and drag at the predicted velocity, and v ← v½ + dt/2 a. Order
	// 2, one evaluation. The acceleration a is kept, and made anew after the state
	// or the parameters were set. Friction is one impulse after the step, which a
	// leaves out.
	VelocityVerlet
	// RK4 is the classical method of Runge and Kutta, evaluations at t, t + dt/2
	// (twice) and t + dt. Order 4. Friction is one impulse after the step.
	RK4
	// ExplicitEuler: v ← v + dt F(x, v, t)/m and x ← x + dt v with the old
	// velocity. Order 1. It gains energy on every spring and explodes: it is here
	// to show why.
	ExplicitEuler
)

// Integrators are all of them, in the order of their numbers.
func Integrators() []Integrator {
	return []Integrator{SymplecticEuler, VelocityVerlet, RK4, ExplicitEuler}
}

// String is the name that commands and files use.
func (i Integrator) String() string {
	switch i {
	case SymplecticEuler:
		return "symplectic-euler"
	case VelocityVerlet:
		return "verlet"
	case RK4:
		return "rk4"
	case ExplicitEuler:
		return "explicit-euler"
	}
	return fmt.Sprintf("integrator %d", uint8(i))
}

// Evaluations is how often a step evaluates the forces.
func (i Integrator) Evaluations() int {
	if i == RK4 {
		return 4
	}
	return 1
}

// Registers is how many vectors of each mass a step keeps beside position and
// velocity: of Verlet the acceleration a [m/s²], of RK4 position [m] and
// velocity [m/s] at the start of the step, then the weighted sums of the
// velocities [m/s] and of the accelerations [m/s²] so far.
func (i Integrator) Registers() int {
	switch i {
	case VelocityVerlet:
		return 1
	case RK4:
		return 4
	}
	return 0
}

// Impulsive says whether friction acts as one impulse after the step, and drag
// as the force −m (ln 2/h) v; otherwise friction is a force within the step and
// drag the exact factor DragFactor.
func (i Integrator) Impulsive() bool { return i == VelocityVerlet || i == RK4 }

// ParseIntegrator is the integrator of that name.
func ParseIntegrator(name string) (Integrator, error) {
	for _, i := range Integrators() {
		if i.String() == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("model: integrator %q is unknown; known are %v", name, Integrators())
}
