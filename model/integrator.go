package model

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Integrator is the solver of a run: how a step advances positions x and velocities v. The
// zero value is SymplecticEuler. Those up to ExplicitEuler integrate the forces F on a mass
// m, and Integrators lists them; the others divide a step into substeps, and Solvers lists
// all.
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
	// Impulses: springs are soft constraints on the velocities within a substep, which
	// impulses between their ends solve, spring by spring and color by color. Order 1.
	// Stable for any stiffness and any step; see package bigstep for its substeps.
	Impulses
	// ImplicitEuler: a substep ends at the positions at which the forces there explain the
	// motion; vertex block descent finds them. Order 1. Stable for any stiffness and any
	// step; it takes energy and angular momentum from fast motions.
	ImplicitEuler
	// PositionBased: plain position-based dynamics, to teach. Springs move their ends, and the
	// way of a mass is its velocity.
	PositionBased
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
	// Impulsive says that friction acts as one impulse after the step, and drag as the force
	// −m (ln 2/h) v; else friction is a force within the step and drag the exact DragFactor.
	Impulsive bool
	// Staggered says that energies treat a velocity as that halfway between two positions.
	Staggered bool
	// Bounded says that the energy of an undamped structure stays near the true one.
	// Closes says that the energy ledger accounts for all of it.
	Bounded, Closes bool
	// Divides says that a step is divided into Params.Substeps, for which forces are stable
	// however stiff springs are: there is no safe step. Iterations is how often each substep
	// sweeps over all springs where Params.Iterations is zero; 0 where nothing sweeps.
	// Warms says that a substep may begin with Params.Warm of the impulses that the last one
	// ended with, and that its sweeps may be Forward. Rigid says that it keeps the lengths of
	// springs of rigid materials.
	Divides    bool
	Iterations int
	Warms      bool
	Rigid      bool
	// Rods says that it turns the segments of rods.
	Rods bool
	// Substeps is into how many a step is divided where Params.Substeps is zero; 0: by the
	// stiffness, see bigstep.Substeps. Tolerance is the residual at which iterations end where
	// Params.Tolerance is zero; 0 where nothing is judged. Softens says that springs have
	// Material.PBDStiffness instead of k and c.
	Substeps  int
	Tolerance float64
	Softens   bool
	// Lacks are the kinds of term that it has not, and Spans says that contacts can push edges
	// and triangles.
	Lacks []TermKind
	Spans bool
}

// methods are all solvers, by number. A new one needs a line here, a safe step in
// physics, and its passes in each engine.
var methods = [...]Method{
	SymplecticEuler: {Name: "symplectic-euler", Order: 1, Evaluations: 1, Staggered: true, Bounded: true, Closes: true},
	VelocityVerlet:  {Name: "verlet", Order: 2, Evaluations: 1, Registers: 1, Continues: true, Impulsive: true, Bounded: true, Closes: true},
	RK4:             {Name: "rk4", Order: 4, Evaluations: 4, Registers: 4, Halves: true, Impulsive: true, Closes: true},
	ExplicitEuler:   {Name: "explicit-euler", Order: 1, Evaluations: 1},
	Impulses:        {Name: "impulses", Order: 1, Evaluations: 1, Divides: true, Iterations: 1, Warms: true, Rigid: true, Rods: true, Spans: true, Closes: true},
	ImplicitEuler:   {Name: "implicit-euler", Order: 1, Evaluations: 1, Divides: true, Substeps: 4, Iterations: 20, Tolerance: 1e-3, Closes: true},
	PositionBased: {Name: "pbd", Order: 1, Evaluations: 1, Divides: true, Substeps: 1, Iterations: 10, Softens: true, Closes: true,
		Lacks: []TermKind{ActuatorTerm, LoadTerm, WindTerm, GuideTerm, CollisionTerm}},
}

// Known reports whether there is an integrator of that number.
func (i Integrator) Known() bool { return int(i) < len(methods) }

// Method returns what the integrator is; the zero Method for an unknown integrator.
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

// solversThat returns the names of the solvers whose method has something, for people.
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

// ParseIntegrator returns the solver of that name; an error lists the known names.
func ParseIntegrator(name string) (Integrator, error) {
	for _, i := range Solvers() {
		if i.String() == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("model: solver %q is unknown; known are %v", name, Solvers())
}

// These are the most that a run may ask of a solver, so that one step ends.
const (
	MostSubsteps   = 100_000
	MostIterations = 100_000
	MostWarm       = 0.5 // more blows up where springs are stiff
)

// SolvedBy returns the parameters with another solver, which forget what that one does not have.
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

// Sweeps returns how often a substep sweeps over all springs: Iterations, else the solver's own.
func (p Params) Sweeps() int { return cmp.Or(p.Iterations, p.Integrator.Method().Iterations) }

// Ends returns the residual at which iterations of a substep end: Tolerance, or the solver's own
// number where that is zero.
func (p Params) Ends() float64 { return cmp.Or(p.Tolerance, p.Integrator.Method().Tolerance) }

// Visits returns how many sweeps over all springs a step has, in all of its substeps; 1 where it has
// none and evaluates forces.
func (p Params) Visits() int { return max(1, p.Substeps) * max(1, p.Sweeps()) }

// Substep returns the parameters of one substep: with its length as dt, and what drag leaves of a
// velocity in it. Where a step is not divided they are p.
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

// Lacking returns the terms that act and that the solver has not.
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

// LackWords says that a solver has not what a term, or a contact, is about.
func LackWords(i Integrator, what string) string {
	return fmt.Sprintf("the solver %v has no %s; take it out, or use another solver", i, what)
}

// lackFault refuses the first term, or contact that pushes edges, that the solver has not.
func lackFault(p Params) error {
	for _, t := range p.Lacking() {
		return errors.New("model: params: " + LackWords(p.Integrator, t.Name))
	}
	if method := p.Integrator.Method(); method.Divides && !method.Spans && p.Spans() > TouchMasses {
		return errors.New("model: params: " + LackWords(p.Integrator, "contact that touches "+p.Spans().String()))
	}
	return nil
}

// Residual is how far a solver that iterates is from solved.
type Residual struct {
	// Strain is of impulses, in the last substep of the last batch of steps: the largest strain
	// that one more visit to a spring would take away, with the velocities as they are,
	// h W |Δ|/L0, where h is the substep [s], W the inverse of the reduced mass [1/kg] and Δ the
	// impulse [N·s].
	Strain float64
	Spring int // the lowest-numbered spring that has it; −1 where none acts
	// Force is of implicit Euler: the largest force on a mass that the last substep has left,
	// over the largest at its start. What is left slows the motion.
	Force      float64
	Left       float64 // the largest force on a mass that the last substep has left [N]; the engine cpuref says it
	Worst      float64 // the largest Force of all substeps since the state was set or a run was taken up
	Step       int64   // the first step that had it, from 1
	Iterations int     // of the last substep
}
