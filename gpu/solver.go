package gpu

import (
	"hooke/gpu/glx"
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
	// makes them, from what gathers the forces; nil where centered is centeredState.
	centered() centering
	center(k pass.Maker, over pass.Extent, gather []pass.Slot, stage pass.Slot) (*pass.Pass, error)
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
