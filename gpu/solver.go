package gpu

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// solver is how the device steps with an integrator: its passes of masses, their order and
// what of a step its ledger sees. A further one is a line in solvers and a type in solvers.go.
type solver interface {
	// make compiles its passes.
	make(m massPasses) error
	// order are the passes of a step, each once, with those of the forces in their places;
	// any of them may be nil.
	order(forces []*pass.Pass) []*pass.Pass
	// advance queues one step, whose signals begin at that row.
	advance(e *Engine, row int)
	// centered says which velocities the ledger keeps, and center compiles the pass that
	// makes them, from what gathers the forces; nil where centered is CenteredState.
	centered() ledger.Centering
	center(k pass.Maker, over pass.Extent, gather []pass.Slot, stage pass.Slot) (*pass.Pass, error)
}

// solvers make those of each integrator, by its number.
var solvers = [...]func() solver{
	model.SymplecticEuler: func() solver { return &euler{by: ledger.CenteredMean} },
	model.VelocityVerlet:  func() solver { return &verlet{} },
	model.RK4:             func() solver { return &rungeKutta{} },
	model.ExplicitEuler:   func() solver { return &euler{by: ledger.CenteredState} },
}

// massPasses is what a solver compiles its passes of masses from.
type massPasses struct {
	gathering pass.Maker  // of passes that evaluate forces
	inPlace   pass.Maker  // of those that do not
	prefix    string      // of the names of passes that evaluate forces
	over      pass.Extent // an invocation a mass, and one that counts
	masses    pass.Extent // an invocation a mass
	state     []pass.Slot // positions and velocities
	gather    []pass.Slot // these, and what forces are gathered from
	stage     pass.Slot   // registers
	outputs   []*glx.Buffer
}

// makeSolver compiles the passes of masses of the integrator. One invocation more than
// there are masses counts the pass as run to its end.
func (e *Engine) makeSolver(base pass.Maker) error {
	b := e.buffers
	m := massPasses{inPlace: base.With("FUSED", 0), over: e.plan.overMasses(1), masses: e.plan.overMasses(0),
		state: []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}},
		stage: pass.Slot{Binding: shaders.BindStage, Buffer: b.Stage}}
	m.gathering = m.inPlace
	m.gather = append(m.state[:2:2], []pass.Slot{{Binding: shaders.BindForce, Buffer: b.Force}, {Binding: shaders.BindIncidence, Buffer: b.Incidence},
		{Binding: shaders.BindExternal, Buffer: b.External},
		{Binding: shaders.BindStatus, Buffer: b.Status}, {Binding: shaders.BindContact, Buffer: b.Contact}}...)
	if e.plan.fused != nil {
		m.gathering, m.prefix, m.gather = e.fusedMaker(base), "fused-", pass.FusedSlots(b)
		m.outputs = []*glx.Buffer{b.NextPosition, b.NextVelocity}
	}
	e.compiled.solver = solvers[e.run.settings.Params.Integrator]()
	return e.compiled.solver.make(m)
}

// withStage are slots with the registers behind them.
func (m massPasses) withStage(slots []pass.Slot) []pass.Slot {
	return append(slots[:len(slots):len(slots)], m.stage)
}

// euler steps with symplectic or explicit Euler, which the shader tells apart.
type euler struct {
	integrate *pass.Pass
	by        ledger.Centering
}

func (s *euler) make(m massPasses) (err error) {
	s.integrate, err = m.gathering.Make(m.prefix+"integrate", shaders.Integrate, m.over, m.gather, m.outputs...)
	return err
}

func (s *euler) order(forces []*pass.Pass) []*pass.Pass { return append(forces, s.integrate) }

func (s *euler) advance(e *Engine, row int) {
	e.forces(row)
	e.move(s.integrate)
	e.guideMasses(row + 1)
}

func (s *euler) centered() ledger.Centering { return s.by }

func (s *euler) center(k pass.Maker, over pass.Extent, gather []pass.Slot, _ pass.Slot) (*pass.Pass, error) {
	return k.Make("center", shaders.Integrate, over, gather)
}

// verlet steps with velocity Verlet. One drift comes before the forces of a step and one
// kick after; prime makes the acceleration that the first drift needs.
type verlet struct{ prime, drift, kick *pass.Pass }

func (s *verlet) make(m massPasses) (err error) {
	if s.prime, err = m.gathering.Make(m.prefix+"prime", shaders.Prime, m.over, m.withStage(m.gather)); err != nil {
		return err
	}
	if s.drift, err = m.inPlace.Make("drift", shaders.Drift, m.masses, m.withStage(m.state)); err != nil {
		return err
	}
	s.kick, err = m.gathering.Make(m.prefix+"kick", shaders.Kick, m.over, m.withStage(m.gather), m.outputs...)
	return err
}

func (s *verlet) order(forces []*pass.Pass) []*pass.Pass {
	return append([]*pass.Pass{s.prime, s.drift}, append(forces, s.kick)...)
}

func (s *verlet) advance(e *Engine, row int) {
	if !e.progress.primed {
		e.forces(row)
		e.move(s.prime)
		e.progress.primed = true
	}
	e.move(s.drift)
	e.guideMasses(row + 1)
	e.forces(row + 1)
	e.centerStep()
	e.move(s.kick)
	e.guideMasses(row + 1)
}

func (s *verlet) centered() ledger.Centering { return ledger.CenteredSeen }

func (s *verlet) center(k pass.Maker, over pass.Extent, gather []pass.Slot, stage pass.Slot) (*pass.Pass, error) {
	return k.Make("center", shaders.Kick, over, append(gather, stage))
}

// rungeKutta steps with RK4, a pass a stage.
type rungeKutta struct{ stages [4]*pass.Pass }

func (s *rungeKutta) make(m massPasses) (err error) {
	for k := range s.stages {
		name := fmt.Sprintf("%sstage-%d", m.prefix, k+1)
		if s.stages[k], err = m.gathering.With("STAGE", k+1).Make(name, shaders.Stages, m.over, m.withStage(m.gather), m.outputs...); err != nil {
			return err
		}
	}
	return nil
}

func (s *rungeKutta) order(forces []*pass.Pass) []*pass.Pass { return append(forces, s.stages[:]...) }

func (s *rungeKutta) advance(e *Engine, row int) {
	for k, stage := range s.stages {
		e.forces(row + (k+1)/2)
		if k == len(s.stages)-1 {
			e.centerStep()
		}
		e.move(stage)
		e.guideMasses(row + (k+2)/2) // where the stage has moved to
	}
}

func (s *rungeKutta) centered() ledger.Centering { return ledger.CenteredPower }

func (s *rungeKutta) center(k pass.Maker, over pass.Extent, gather []pass.Slot, stage pass.Slot) (*pass.Pass, error) {
	return k.With("STAGE", len(s.stages)).Make("center", shaders.Stages, over, append(gather, stage))
}
