package gpu

import (
	"hooke/gpu/catch"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/physics"
)

// makeCatch compiles the passes by which contacts catch masses, where the run has such
// contacts. Places before the step are in the other copy of the state where a step writes
// one copy from the other, and in the first register of RK4.
func (e *Engine) makeCatch(k pass.Maker) (err error) {
	p := &e.run.settings.Params
	if !physics.Catches(*p) {
		return nil
	}
	if e.compiled.catch != nil {
		return e.compiled.catch.Make(k, e.buffers)
	}
	method := p.Integrator.Method()
	o := catch.Options{Over: e.plan.overMasses(0), Masses: e.plan.masses(), Registers: method.Continues, Inside: e.plan.pipeline == options.Resident}
	switch {
	case method.Registers == 0 && e.plan.fused != nil && !p.Collision.Masses(): // friction of pairs writes the other copy, too
		o.Before = e.buffers.NextPosition
	case p.Integrator == model.RK4:
		o.Before = e.buffers.Stage
	}
	e.compiled.catch, err = catch.New(k, e.buffers, o)
	return err
}

// noteMasses queues the pass that records positions for continuous collision.
func (e *Engine) noteMasses() {
	if c := e.compiled.catch; c != nil && c.Note != nil {
		e.move(c.Note)
	}
}

// catchMasses queues the pass that stops masses from tunneling through contacts in a step
// that ends at the time of a row of the signals.
func (e *Engine) catchMasses(row int) {
	if e.compiled.catch != nil {
		before := row - e.rowsPerStep()
		if e.run.divided != nil { // it was a substep
			before = row - 1
		}
		e.bindSignalsBefore(before)
		e.bindSignals(row)
		e.move(e.compiled.catch.Catch)
	}
}

// applyFriction queues the friction of pairs, and of spans with contacts as they are at the time of a row.
func (e *Engine) applyFriction(row int) {
	e.applyPairFriction()
	e.collisions.meets.ApplyFriction()
	if e.run.spans != nil {
		e.bindSignals(row)
		e.run.spans.ApplyFriction(e.ctx)
	}
}

// Caught waits and counts the masses that contacts have caught since the state was set. Where
// the device has another order of masses, the first of a step is the first in that order.
func (e *Engine) Caught() (model.Caught, error) {
	e.Submit()
	return e.compiled.catch.Caught(e.ctx, e.progress.start, e.massOf)
}
