// Package solver implements the integrators on the device: the passes that move masses, and
// their order in a step. The engine in package gpu queues them.
package solver

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// Solver is how the device steps with an integrator: its passes of masses and their order. A new integrator needs a line in solvers and a type
// of its own.
type Solver interface {
	// Make compiles the passes. On an error Order has those that were made before it.
	Make(m Source) error
	// Order returns the passes of a step, each once, with the passes of the forces in their
	// places. Any of them may be nil. The caller of Make releases them.
	Order(forces []*pass.Pass) []*pass.Pass
	// Advance queues one step, whose signals begin at that row.
	Advance(s Stepper, row int)
}

// Stepper is the engine as a solver uses it while it queues a step. A row is a row of the
// signals: a time at which they are evaluated. A step has one row, or two if it has halves.
type Stepper interface {
	Note()                   // notes where masses are before a step or a substep, for contacts that catch them
	Forces(row int)          // evaluates all forces on masses at the current state
	Move(p *pass.Pass)       // runs a pass of masses, after which the state may be read
	Press()                  // visits pairs of masses that touch and are stiff, in a substep of the solver impulses
	ApplyFriction(row int)   // ends a step with the friction of pairs of masses, then of spans
	Catch(row int)           // catches masses that have crossed contacts, at the end of a step
	Guide(row int)           // holds guided masses to their guides
	Signals(before, now int) // binds a row of the signals, and one for the previous time
	Primed() bool            // whether the registers that continue from step to step belong to the state
	SetPrimed()              // notes that they do from here on
}

// Source is the input from which a solver compiles its passes of masses.
type Source struct {
	Gathering pass.Maker    // of passes that evaluate forces
	InPlace   pass.Maker    // of passes that evaluate no forces
	Prefix    string        // of the names of passes that evaluate forces
	Over      pass.Extent   // an invocation for each mass, in a pass that counts
	Masses    pass.Extent   // an invocation for each mass
	State     []pass.Slot   // positions and velocities
	Gather    []pass.Slot   // State, and the buffers that forces are gathered from
	Stage     pass.Slot     // registers
	Outputs   []*glx.Buffer // where a pass that ends an evaluation writes the next state; nil: it writes in place
}

// withStage appends the registers to slots.
func (m Source) withStage(slots []pass.Slot) []pass.Slot {
	return append(slots[:len(slots):len(slots)], m.Stage)
}

// solvers makes the solver of each integrator, by its number. Solvers that divide steps have
// packages of their own.
var solvers = [...]func() Solver{
	model.SymplecticEuler: func() Solver { return &euler{} },
	model.VelocityVerlet:  func() Solver { return &verlet{} },
	model.RK4:             func() Solver { return &rungeKutta{} },
	model.ExplicitEuler:   func() Solver { return &euler{} },
}

// New returns the solver of a valid integrator; it has no passes yet.
func New(integrator model.Integrator) Solver { return solvers[integrator]() }

// euler steps with symplectic or explicit Euler, which the shader tells apart.
type euler struct{ integrate *pass.Pass }

func (s *euler) Make(m Source) (err error) {
	s.integrate, err = m.Gathering.Make(m.Prefix+"integrate", shaders.Integrate, m.Over, m.Gather, m.Outputs...)
	return err
}

func (s *euler) Order(forces []*pass.Pass) []*pass.Pass { return append(forces, s.integrate) }

func (s *euler) Advance(on Stepper, row int) {
	on.Forces(row)
	on.Move(s.integrate)
	on.ApplyFriction(row + 1)
	on.Catch(row + 1)
	on.Guide(row + 1)
}

// verlet steps with velocity Verlet. A drift comes before the forces of a step and a kick
// after them; prime makes the acceleration that the first drift needs.
type verlet struct{ prime, drift, kick *pass.Pass }

func (s *verlet) Make(m Source) (err error) {
	if s.prime, err = m.Gathering.Make(m.Prefix+"prime", shaders.Prime, m.Over, m.withStage(m.Gather)); err != nil {
		return err
	}
	if s.drift, err = m.InPlace.Make("drift", shaders.Drift, m.Masses, m.withStage(m.State)); err != nil {
		return err
	}
	s.kick, err = m.Gathering.Make(m.Prefix+"kick", shaders.Kick, m.Over, m.withStage(m.Gather), m.Outputs...)
	return err
}

func (s *verlet) Order(forces []*pass.Pass) []*pass.Pass {
	return append([]*pass.Pass{s.prime, s.drift}, append(forces, s.kick)...)
}

func (s *verlet) Advance(on Stepper, row int) {
	if !on.Primed() {
		on.Forces(row)
		on.Move(s.prime)
		on.SetPrimed()
	}
	on.Move(s.drift)
	on.Guide(row + 1)
	on.Forces(row + 1)
	on.Move(s.kick)
	on.ApplyFriction(row + 1)
	on.Catch(row + 1)
	on.Guide(row + 1)
}

// rungeKutta steps with RK4, with one pass a stage.
type rungeKutta struct{ stages [4]*pass.Pass }

func (s *rungeKutta) Make(m Source) (err error) {
	for k := range s.stages {
		name := fmt.Sprintf("%sstage-%d", m.Prefix, k+1)
		if s.stages[k], err = m.Gathering.With("STAGE", k+1).Make(name, shaders.Stages, m.Over, m.withStage(m.Gather), m.Outputs...); err != nil {
			return err
		}
	}
	return nil
}

func (s *rungeKutta) Order(forces []*pass.Pass) []*pass.Pass { return append(forces, s.stages[:]...) }

func (s *rungeKutta) Advance(on Stepper, row int) {
	for k, stage := range s.stages {
		on.Forces(row + (k+1)/2)
		on.Move(stage)
		if k == len(s.stages)-1 {
			on.ApplyFriction(row + 2)
			on.Catch(row + 2)
		}
		on.Guide(row + (k+2)/2) // the time to which the stage has moved
	}
}
