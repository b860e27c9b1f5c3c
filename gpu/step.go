package gpu

import (
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/pass"
)

// stepPasses returns the passes of one step, each once, in their order.
func (e *Engine) stepPasses() []*pass.Pass {
	c, forces := &e.compiled, []*pass.Pass{e.compiled.springForce, e.compiled.wind, e.compiled.load}
	steps := forces
	if c.solver != nil { // New has come so far
		steps = c.solver.Order(forces)
	}
	if c.catch != nil {
		steps = append(append([]*pass.Pass{c.catch.Note}, steps...), c.catch.Catch)
	}
	steps = append(steps, c.guide)
	steps = append(append(steps, e.run.spans.Passes()...), e.collisions.meets.Passes()...)
	if c.resident != nil {
		steps = append(steps, c.resident.Pass)
	}
	return slices.DeleteFunc(steps, func(p *pass.Pass) bool { return p == nil })
}

// rowsPerStep returns how many rows of signals a step goes through: the times at
// which it evaluates something, the last of which is the first of the next.
func (e *Engine) rowsPerStep() int {
	switch p := &e.run.settings.Params; {
	case p.Integrator.Method().Halves:
		return 2
	case p.Integrator.Method().Divides:
		return p.Substeps
	}
	return 1
}

// advance queues one step, whose signals begin at that row.
func (e *Engine) advance(row int) {
	if e.run.divided == nil {
		e.noteMasses()
	}
	e.progress.begins = true
	e.compiled.solver.Advance(stepper{e}, row)
}

// reside queues steps that one work group makes, whose signals are bound.
func (e *Engine) reside(steps int) {
	e.buffers.BindFused(e.ctx, e.progress.parity)
	e.compiled.resident.Step(e.ctx, steps)
	e.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next command reads positions and velocities
	e.progress.parity ^= 1
}

// stepper is the engine as solvers see it.
type stepper struct{ e *Engine }

func (s stepper) Forces(row int)        { s.e.forces(row) }
func (s stepper) Note()                 { s.e.noteMasses() }
func (s stepper) Move(p *pass.Pass)     { s.e.move(p) }
func (s stepper) Press()                { s.e.press() }
func (s stepper) ApplyFriction(row int) { s.e.applyFriction(row) }
func (s stepper) Catch(row int)         { s.e.catchMasses(row) }
func (s stepper) Guide(row int)         { s.e.guideMasses(row) }
func (s stepper) Signals(before, now int) {
	s.e.bindSignalsBefore(before)
	s.e.bindSignals(now)
}
func (s stepper) Primed() bool { return s.e.progress.primed }
func (s stepper) SetPrimed()   { s.e.progress.primed = true }

// forces queues the evaluation of all current forces on masses, at the time of a row of the
// signals: those of the springs, and the external one on each mass in a run with loads. The
// next command may read them.
func (e *Engine) forces(row int) {
	e.bindSignals(row)
	if e.compiled.springForce != nil {
		e.compiled.springForce.Dispatch(e.ctx)
	}
	e.externalForces(row)
	if e.plan.fused == nil || e.compiled.wind != nil || e.compiled.load != nil || e.collisions.pairs != nil {
		e.ctx.Barrier(glx.ByShader | glx.ByTexel) // the pass of masses reads the forces, of ranges as texels
	}
}

// externalForces queues the evaluation of the external force on every mass, and of the pushes
// of pairs, at the time of a row of the signals, which is bound.
func (e *Engine) externalForces(row int) {
	e.pushPairs(row) // beside spring-force, wind and load, into its own part of external
	if e.compiled.wind != nil {
		e.compiled.wind.Dispatch(e.ctx) // beside spring-force, into its own part of force
	}
	if e.compiled.load != nil {
		if e.compiled.wind != nil {
			e.ctx.Barrier(glx.ByShader) // load adds to the output of wind
		}
		e.compiled.load.Dispatch(e.ctx)
	}
	if e.run.spans != nil {
		e.run.spans.Push(e.ctx)
	}
	e.collisions.meets.Push(e.progress.begins)
	e.progress.begins = false
}

// guideMasses queues the pass that projects guided masses onto their guides at the time of a
// row of the signals, after they have moved. The next command may read positions and
// velocities.
func (e *Engine) guideMasses(row int) {
	if e.compiled.guide != nil {
		e.bindSignals(row)
		e.move(e.compiled.guide)
	}
}

// move queues a pass of masses.
func (e *Engine) move(p *pass.Pass) {
	if r := e.compiled.resident; r != nil && p == r.Pass {
		e.reside(1)
		return
	}
	if p.Evaluates {
		e.evaluate(p)
		return
	}
	p.Dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next command reads positions, velocities and registers
}

// evaluate queues a pass of masses that evaluates springs, and makes its output the state.
func (e *Engine) evaluate(p *pass.Pass) {
	e.buffers.BindFused(e.ctx, e.progress.parity)
	p.Dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next command reads positions, velocities and registers
	if len(p.Outputs) > 0 {
		if p.Outputs[0] == e.buffers.NextPosition { // else pair-finish ends the step in place
			e.buffers.Exchange()
		}
		e.progress.parity ^= 1
	}
}
