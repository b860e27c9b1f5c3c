package gpu

import (
	"hooke/gpu/glx"
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
	order(forces []*pass) []*pass
	// advance queues one step, whose signals begin at that row.
	advance(e *Engine, row int)
	// centered says which velocities the ledger keeps, and center compiles the pass that
	// makes them, from what gathers the forces; nil where centered is centeredState.
	centered() centering
	center(k passMaker, over extent, gather []slot, stage slot) (*pass, error)
}

// solvers make those of each integrator, by its number.
var solvers = [...]func() solver{
	model.SymplecticEuler: func() solver { return &euler{by: centeredMean} },
	model.VelocityVerlet:  func() solver { return &verlet{} },
	model.RK4:             func() solver { return &rungeKutta{} },
	model.ExplicitEuler:   func() solver { return &euler{by: centeredState} },
}

// massPasses is what a solver compiles its passes of masses from.
type massPasses struct {
	gathering passMaker // of passes that evaluate forces
	inPlace   passMaker // of those that do not
	prefix    string    // of the names of passes that evaluate forces
	over      extent    // an invocation a mass, and one that counts
	masses    extent    // an invocation a mass
	state     []slot    // positions and velocities
	gather    []slot    // these, and what forces are gathered from
	stage     slot      // registers
	outputs   []*glx.Buffer
}

// makeSolver compiles the passes of masses of the integrator. One invocation more than
// there are masses counts the pass as run to its end.
func (e *Engine) makeSolver(base passMaker) error {
	b := e.buffers
	m := massPasses{inPlace: base.with("FUSED", 0), over: e.plan.overMasses(1), masses: e.plan.overMasses(0),
		state: []slot{{binding: shaders.BindPosition, buffer: b.position}, {binding: shaders.BindVelocity, buffer: b.velocity}},
		stage: slot{binding: shaders.BindStage, buffer: b.stage}}
	m.gathering = m.inPlace
	m.gather = append(m.state[:2:2], []slot{{binding: shaders.BindForce, buffer: b.force}, {binding: shaders.BindIncidence, buffer: b.incidence},
		{binding: shaders.BindExternal, buffer: b.external},
		{binding: shaders.BindStatus, buffer: b.status}, {binding: shaders.BindContact, buffer: b.contact}}...)
	if e.plan.fused != nil {
		m.gathering, m.prefix, m.gather = e.fusedMaker(base), "fused-", fusedSlots(b)
		m.outputs = []*glx.Buffer{b.nextPosition, b.nextVelocity}
	}
	e.compiled.solver = solvers[e.run.settings.Params.Integrator]()
	return e.compiled.solver.make(m)
}

// withStage are slots with the registers behind them.
func (m massPasses) withStage(slots []slot) []slot {
	return append(slots[:len(slots):len(slots)], m.stage)
}
