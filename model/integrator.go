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
	// with the dampers at the predicted velocity, and v ← v½ + dt/2 a. Order 2,
	// one evaluation.
	VelocityVerlet
	// RK4 is the classical method of Runge and Kutta, evaluations at t, t + dt/2
	// (twice) and t + dt. Order 4.
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

// ParseIntegrator is the integrator of that name.
func ParseIntegrator(name string) (Integrator, error) {
	for _, i := range Integrators() {
		if i.String() == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("model: integrator %q is unknown; known are %v", name, Integrators())
}
