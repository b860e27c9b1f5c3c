package model

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Integrator is the solver of a run: the rule by which a step advances positions x and
// velocities v. The zero value is SymplecticEuler. The solvers up to ExplicitEuler integrate
// the forces F on a mass m; Integrators lists them. The others divide a step into substeps;
// Solvers lists all.
type Integrator uint8

// These are the solvers. t is the time at the start of the step, at which springs, loads and
// actuators are evaluated unless stated otherwise.
const (
	// SymplecticEuler computes v ← v + dt F(x, v, t)/m, then x ← x + dt v. Order 1, one
	// evaluation. It keeps the energy of an undamped structure bounded.
	SymplecticEuler Integrator = iota
	// VelocityVerlet computes v½ = v + dt/2 a, x ← x + dt v½, then a ← F(x, v + dt a, t + dt)/m
	// with dampers and drag at the predicted velocity, and v ← v½ + dt/2 a. Order 2, one
	// evaluation. It stores the acceleration a, and recomputes it after state or parameters
	// are set. Friction is one impulse after the step and is not part of a.
	VelocityVerlet
	// RK4 is the classical Runge-Kutta method with evaluations at t, t + dt/2 (twice) and
	// t + dt. Order 4. Friction is one impulse after the step.
	RK4
	// ExplicitEuler computes v ← v + dt F(x, v, t)/m and x ← x + dt v with the old velocity.
	// Order 1. Every spring gains energy until the structure explodes; use it to see why.
	ExplicitEuler
	// Impulses treats springs as soft constraints on the velocities of a substep and solves
	// them by impulses between their ends, spring by spring and color by color. Order 1.
	// Stable for any stiffness and any step; package bigstep chooses the substeps.
	Impulses
	// ImplicitEuler evaluates forces at the end of a substep and solves for that state by
	// vertex block descent. Order 1. Stable for any stiffness and any step; it damps the
	// energy and angular momentum of fast motions.
	ImplicitEuler
	// PositionBased is plain position-based dynamics, for teaching: springs move their ends,
	// and displacement divided by the step is the velocity.
	PositionBased
	// EnergyConserving is the method of Simo and Gonzalez: forces whose work is exactly minus the
	// change of energy, found by Newton's method. Order 2. It keeps energy, momentum and angular
	// momentum to rounding for any step, but not the phase of fast vibrations.
	EnergyConserving
)

// Method describes an integrator for code that steps with it, checks it or documents it. The
// engines have its passes, and package physics its safe step.
type Method struct {
	Name        string // as commands and files use it
	Order       int    // the error of a run is proportional to dt to this power
	Evaluations int    // force evaluations per step
	// Registers is the number of vectors per mass that a step stores in addition to position
	// and velocity. Verlet stores the acceleration a [m/s²]. RK4 stores position [m] and
	// velocity [m/s] at the start of the step, then the weighted sums of the velocities
	// [m/s] and of the accelerations [m/s²] so far.
	Registers int
	// Halves reports that forces are also evaluated in the middle of a step.
	Halves bool
	// Continues reports that registers carry over to the next step: checkpoints save them, and
	// the engine recomputes them after state or parameters are set.
	Continues bool
	// Impulsive reports that friction acts as one impulse after the step and drag as the force
	// −m (ln 2/h) v. Else friction is a force within the step and drag the exact DragFactor.
	Impulsive bool
	// Staggered reports that energies use the velocity as that halfway between two positions.
	Staggered bool
	// Bounded reports that the energy of an undamped structure stays near the true one, and
	// Closes that the energy ledger accounts for all of it.
	Bounded, Closes bool
	// Divides reports that a step is divided into Params.Substeps and is stable for any
	// stiffness, so there is no safe step.
	Divides bool
	// Iterations is the default of Params.Iterations: sweeps over all springs per substep; 0
	// for solvers without sweeps.
	Iterations int
	// Warms reports that a substep may start with the share Params.Warm of the previous
	// substep's impulses, and that its sweeps may be Forward.
	Warms bool
	// Rigid reports that the solver keeps the lengths of springs of rigid materials.
	Rigid bool
	// Rods reports that the solver turns the segments of rods.
	Rods bool
	// Substeps is the default of Params.Substeps; 0: bigstep.Substeps chooses by stiffness.
	Substeps int
	// Tolerance is the default of Params.Tolerance; 0 for solvers that use no residual.
	Tolerance float64
	// Softens reports that springs use Material.PBDStiffness instead of k and c.
	Softens bool
	// Lacks lists the kinds of term that the solver does not support.
	Lacks []TermKind
	// Conserves reports that contacts must have an energy: they may neither move nor have
	// friction, and their stiffness may not follow from the step.
	Conserves bool
	// Spans reports that contacts can push edges and triangles.
	Spans bool
}

// methods describes all solvers, by number. A new one needs a line here, a safe step in
// physics, and its passes in each engine.
var methods = [...]Method{
	SymplecticEuler: {Name: "symplectic-euler", Order: 1, Evaluations: 1, Staggered: true, Bounded: true, Closes: true},
	VelocityVerlet:  {Name: "verlet", Order: 2, Evaluations: 1, Registers: 1, Continues: true, Impulsive: true, Bounded: true, Closes: true},
	RK4:             {Name: "rk4", Order: 4, Evaluations: 4, Registers: 4, Halves: true, Impulsive: true, Closes: true},
	ExplicitEuler:   {Name: "explicit-euler", Order: 1, Evaluations: 1},
	Impulses:        {Name: "impulses", Order: 1, Evaluations: 1, Divides: true, Iterations: 1, Warms: true, Rigid: true, Rods: true, Spans: true, Closes: true},
	ImplicitEuler:   {Name: "implicit-euler", Order: 1, Evaluations: 1, Divides: true, Substeps: 4, Iterations: 20, Tolerance: 1e-3, Closes: true, Lacks: []TermKind{GroupTerm}},
	PositionBased: {Name: "pbd", Order: 1, Evaluations: 1, Divides: true, Substeps: 1, Iterations: 10, Softens: true, Closes: true,
		Lacks: []TermKind{ActuatorTerm, LoadTerm, WindTerm, GroupTerm, GuideTerm, CollisionTerm}},
	EnergyConserving: {Name: "energy", Order: 2, Evaluations: 1, Divides: true, Substeps: 1, Iterations: 30, Tolerance: 1e-9, Bounded: true, Closes: true,
		Lacks: []TermKind{LoadTerm, WindTerm, GroupTerm, GuideTerm, CollisionTerm}, Conserves: true},
}

// Known reports whether a solver with that number exists.
func (i Integrator) Known() bool { return int(i) < len(methods) }

// Method returns the description of the solver; the zero Method for an unknown one.
func (i Integrator) Method() Method {
	if !i.Known() {
		return Method{}
	}
	return methods[i]
}

// Integrators returns the solvers that integrate forces, in the order of their numbers.
func Integrators() []Integrator {
	return slices.DeleteFunc(Solvers(), func(i Integrator) bool { return i.Method().Divides })
}

// Solvers returns all solvers, in the order of their numbers.
func Solvers() []Integrator {
	list := make([]Integrator, len(methods))
	for k := range list {
		list[k] = Integrator(k)
	}
	return list
}

// solversThat returns the names of the solvers whose method has something, for users.
func solversThat(have func(Method) bool) string {
	var names []string
	for _, i := range Solvers() {
		if have(i.Method()) {
			names = append(names, i.String())
		}
	}
	return strings.Join(names, ", ")
}

// String returns the name that commands and files use.
func (i Integrator) String() string {
	if !i.Known() {
		return fmt.Sprintf("integrator %d", uint8(i))
	}
	return methods[i].Name
}

// ParseIntegrator returns the solver with that name. The error lists the known names.
func ParseIntegrator(name string) (Integrator, error) {
	for _, i := range Solvers() {
		if i.String() == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("model: solver %q is unknown; known are %v", name, Solvers())
}

// These limits on the settings of a solver keep the time of one step finite.
const (
	MaxSubsteps   = 100_000
	MaxIterations = 100_000
	MaxWarm       = 0.5 // more is unstable for stiff springs
)

// SolvedBy returns the parameters with another solver, without the settings that this one
// does not use.
func (p Params) SolvedBy(i Integrator) Params {
	method := i.Method()
	p.Integrator = i
	if !method.Divides {
		p.Substeps = 0
	}
	if method.Iterations == 0 {
		p.Iterations = 0
	}
	if !method.Warms {
		p.Warm, p.Forward = 0, false
	}
	if method.Tolerance == 0 {
		p.Tolerance = 0
	}
	return p
}

// Sweeps returns the number of sweeps over all springs per substep: Iterations, or the
// solver's default.
func (p Params) Sweeps() int { return cmp.Or(p.Iterations, p.Integrator.Method().Iterations) }

// Ends returns the residual that ends the iterations of a substep: Tolerance, or the solver's
// default.
func (p Params) Ends() float64 { return cmp.Or(p.Tolerance, p.Integrator.Method().Tolerance) }

// Visits returns the number of sweeps over all springs in a step, over all of its substeps; 1
// for solvers that evaluate forces.
func (p Params) Visits() int { return max(1, p.Substeps) * max(1, p.Sweeps()) }

// Substep returns the parameters of one substep: dt is its length, and DragKept its factor of
// velocities. If a step is not divided, they are p.
func (p Params) Substep() Params {
	if p.Substeps == 0 {
		return p
	}
	n := float64(p.Substeps)
	p.DT /= n
	if p.DragKept != 0 {
		p.DragKept = math.Pow(p.DragKept, 1/n)
	}
	return p
}

func integratorFaults(p Params, fault func(string, ...any)) {
	p.SolverFaults(func(_, format string, args ...any) { fault(format, args...) })
}

// Lacking returns the terms that act but that the solver lacks.
func (p Params) Lacking() (out []Term) {
	if lacks := p.Integrator.Method().Lacks; lacks != nil {
		for _, t := range Terms(lacks...) {
			if t.On(p) {
				out = append(out, t)
			}
		}
	}
	return out
}

// LackMessage returns a message that the solver does not support a term or a contact. The parameter what is its name.
func LackMessage(i Integrator, what string) string {
	return fmt.Sprintf("the solver %v has no %s; take it out, or use another solver", i, what)
}

// Beyond returns the first feature of a contact that a solver lacks because it has no energy: see
// Method.Conserves.
func (c Contact) Beyond(m Method) (feature Feature, lacks bool) {
	if m.Conserves {
		one := Params{Contacts: []Contact{c}}
		for _, f := range []Feature{MovingContacts, ContactFriction, ContactsPerMass} {
			if f.In(nil, one) {
				return f, true
			}
		}
	}
	return 0, false
}

// unsupportedTerm returns an error for the first term, or contact that pushes edges, that the
// solver lacks.
func unsupportedTerm(p Params) error {
	for _, t := range p.Lacking() {
		return errors.New("model: params: " + LackMessage(p.Integrator, t.Name))
	}
	method := p.Integrator.Method()
	for _, c := range p.Contacts {
		if f, lacks := c.Beyond(method); lacks {
			return errors.New("model: params: " + LackMessage(p.Integrator, f.String()))
		}
	}
	if method.Divides && p.Collision.Spans() {
		return errors.New("model: params: " + LackMessage(p.Integrator, "collision of springs and triangles"))
	}
	if method.Divides && !method.Spans && p.Spans() > TouchMasses {
		return errors.New("model: params: " + LackMessage(p.Integrator, "contact that touches "+p.Spans().String()))
	}
	return nil
}

// Residual is the remaining error of an iterative solver. The zero value is that before the
// first step.
type Residual struct {
	// Strain is for Impulses: the largest strain that one more visit to a spring would
	// remove, in the last substep of the last call of Step, h W |Δ|/L0. h is the substep [s],
	// W the inverse of the reduced mass [1/kg], and Δ the impulse [N·s].
	Strain float64
	Spring int // the lowest-numbered spring with that strain; −1 if no spring acts
	// Force is for ImplicitEuler and EnergyConserving: the largest remaining force on a mass
	// after the last substep, relative to the largest at its start. It slows the motion, or
	// changes the energy.
	Force      float64
	Left       float64 // the largest remaining force on a mass after the last substep [N]; from the engine cpuref alone
	Worst      float64 // the largest Force of all substeps since the state was set or the run was resumed
	Step       int64   // the first step with that Force, from 1
	Iterations int     // of the last substep
}
