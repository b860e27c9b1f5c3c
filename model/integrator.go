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

// Method says what an integrator is, for everything that steps with it, judges it or
// describes it. The engines have its passes, and physics its safe step.
type Method struct {
	Name        string // as commands and files use it
	Order       int    // the error of a run falls with dt to this power
	Evaluations int    // evaluations of the forces in a step
	// Registers is how many vectors per mass a step keeps in addition to position and
	// velocity. Verlet keeps the acceleration a [m/s²]. RK4 keeps position [m] and
	// velocity [m/s] at the start of the step, then the weighted sums of the velocities
	// [m/s] and of the accelerations [m/s²] so far.
	Registers int
	// Halves says that forces are also evaluated in the middle of a step.
	Halves bool
	// Continues says that registers carry over from step to step: checkpoints save
	// them, and they are computed anew when state or parameters are set.
	Continues bool
	// Impulsive says that friction acts as one impulse after the step, and drag as the
	// force −m (ln 2/h) v; otherwise friction is a force within the step and drag the
	// exact factor DragFactor.
	Impulsive bool
	// Staggered says that energies treat a velocity as that halfway between two
	// positions.
	Staggered bool
	// Bounded says that the energy of an undamped structure stays near the true one.
	// Closes says that the energy ledger accounts for all of it.
	Bounded, Closes bool
}

// methods are all integrators, by number. A new one needs a line here, a safe step in
// physics, and its passes in each engine.
var methods = [...]Method{
	SymplecticEuler: {Name: "symplectic-euler", Order: 1, Evaluations: 1, Staggered: true, Bounded: true, Closes: true},
	VelocityVerlet:  {Name: "verlet", Order: 2, Evaluations: 1, Registers: 1, Continues: true, Impulsive: true, Bounded: true, Closes: true},
	RK4:             {Name: "rk4", Order: 4, Evaluations: 4, Registers: 4, Halves: true, Impulsive: true, Closes: true},
	ExplicitEuler:   {Name: "explicit-euler", Order: 1, Evaluations: 1},
}

// Known says whether there is an integrator of that number.
func (i Integrator) Known() bool { return int(i) < len(methods) }

// Method is what the integrator is; the zero Method for an unknown integrator.
func (i Integrator) Method() Method {
	if !i.Known() {
		return Method{}
	}
	return methods[i]
}

// Integrators are all integrators, in the order of their numbers.
func Integrators() []Integrator {
	list := make([]Integrator, len(methods))
	for k := range list {
		list[k] = Integrator(k)
	}
	return list
}

// String is the name that commands and files use.
func (i Integrator) String() string {
	if !i.Known() {
		return fmt.Sprintf("integrator %d", uint8(i))
	}
	return methods[i].Name
}

// ParseIntegrator is the integrator of that name; an error lists the known names.
func ParseIntegrator(name string) (Integrator, error) {
	for _, i := range Integrators() {
		if i.String() == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("model: integrator %q is unknown; known are %v", name, Integrators())
}

// Precision says how an engine keeps and computes numbers. The zero value is Single.
type Precision uint8

const (
	// Single computes in float32 and keeps every number in it.
	Single Precision = iota
	// Compensated keeps positions and rest lengths in two words of float32 or in a float64,
	// and finds the stretch of a spring from all of their digits, so that small strains of
	// large structures are not lost. Velocities are kept in float32.
	Compensated
	// Double computes in float64 and keeps every number in two words of float32, 48 bits, or in
	// a float64.
	Double
)

// Precisions are all precisions, in the order of their numbers.
func Precisions() []Precision { return []Precision{Single, Compensated, Double} }

// String is the name that commands and files use.
func (p Precision) String() string {
	switch p {
	case Single:
		return "single"
	case Compensated:
		return "compensated"
	case Double:
		return "double"
	}
	return fmt.Sprintf("precision %d", uint8(p))
}

// ParsePrecision returns the precision of that name. An error lists the known names.
func ParsePrecision(name string) (Precision, error) {
	for _, p := range Precisions() {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("precision %q is unknown; known are %v", name, Precisions())
}

// Words is the number of words that each component of a position takes where a word is a
// float32, and the number that any other number takes.
func (p Precision) Words() (position, other int64) {
	switch p {
	case Compensated:
		return 2, 1
	case Double:
		return 2, 2
	}
	return 1, 1
}
