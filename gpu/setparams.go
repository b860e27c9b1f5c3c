package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hooke/gpu/glx"
	"hooke/model"
)

// SetParams replaces the parameters from here on: dt, gravity, drag and what
// else they hold. The state is kept and time goes on from where it is; a zero
// p.DT is chosen as New does. Normalized materials are resolved again, so that
// their response per step stays the same. It queues: steps that are queued
// already run with the parameters they were queued with. Contacts, actuators,
// loads and guides may move and change, but their numbers, how many masses each
// acts on, and whether there is friction or wind at all, are part of the compiled
// passes, as is the integrator: another one is an error. On an error nothing
// changes.
//
// While dt stays, and no load moves to other masses, the work does not grow with
// the structure: a handle may follow a hand every frame. The lists of masses and
// the tables in p are kept and must not be written to.
func (e *Engine) SetParams(p model.Params) error {
	if err := p.ValidateChange(e.model, e.params); err != nil {
		return err
	}
	if p.DT == 0 {
		p.DT = model.AutoStep(e.model, p)
	}
	if err := e.sameVariant(p); err != nil {
		return err
	}
	if err := e.uploadCoefficients(p); err != nil {
		return err
	}
	p = p.Clone()
	was := e.params
	account, unkept := e.Ledger()
	e.clockStep, e.clockTime = e.step(), e.time()
	e.params = p
	if err := e.setDrives(p); err != nil {
		return err
	}
	e.onAll = e.loads.upload(e.onDevice(), e.order().params(p))
	if e.guides.upload(e.onDevice(), e.order().params(p)) && e.maker.ctx != nil { // other masses may be on paths now
		e.Submit()
		e.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes may have written
		e.buffers.rest(e.onDevice(), e.masses(), e.order().params(p).LeftPaths(e.onDevice(), e.order().params(was)))
		var s model.State
		if err := e.ReadState(&s); err != nil {
			return err
		}
		e.carried = carriedBy(e.model, p, &s)
	}
	e.uploadParams()
	e.verlet.primed = false
	if unkept == nil {
		e.renewLedger(account)
	}
	return e.ctx.Err("gpu: set parameters")
}

// uploadCoefficients writes k and c of springs, and contacts, as the pipeline keeps
// them; on an error nothing.
func (e *Engine) uploadCoefficients(p model.Params) error {
	if e.fused != nil {
		if err := e.fused.upload(e.buffers, p, p.DT != e.params.DT); err != nil || !p.Ledger && !e.options.Drawing {
			return err
		}
	}
	if p.DT == e.params.DT { // k and c per spring depend on nothing else that changes
		return nil
	}
	return e.buffers.uploadCoefficients(e.model, e.division, p.DT)
}

// sameVariant says why the compiled passes cannot run parameters p, or nil.
func (e *Engine) sameVariant(p model.Params) error {
	if !e.compiled {
		return nil
	}
	if !sameLoads(p, e.params) || !slices.EqualFunc(p.Guides, e.params.Guides, func(a, b model.Guide) bool { return a.Kind == b.Kind }) || p.Guided(e.model) != e.params.Guided(e.model) {
		return fmt.Errorf("gpu: set parameters: %d forces, %d motors, %d handles and %d guides instead of %d, %d, %d and %d, "+
			"or one on another number of masses or of another kind; make a new engine", len(p.Forces), len(p.Motors), len(p.Handles), len(p.Guides),
			len(e.params.Forces), len(e.params.Motors), len(e.params.Handles), len(e.params.Guides))
	}
	if p.Loaded() != e.params.Loaded() || p.Pulled() != e.params.Pulled() || p.Wind.Blows() != e.params.Wind.Blows() {
		return errors.New("gpu: set parameters: wind or quadratic drag where there was none, or none where there was; make a new engine")
	}
	if p.Ledger != e.params.Ledger {
		return errors.New("gpu: set parameters: the ledger is part of the compiled passes; make a new engine to switch it on or off")
	}
	var differs []string
	if p.Integrator != e.params.Integrator {
		differs = append(differs, fmt.Sprintf("integrator %v instead of %v", p.Integrator, e.params.Integrator))
	}
	if len(p.Contacts) != len(e.params.Contacts) {
		differs = append(differs, fmt.Sprintf("%d contacts instead of %d", len(p.Contacts), len(e.params.Contacts)))
	}
	if len(p.Actuators) != len(e.params.Actuators) {
		differs = append(differs, fmt.Sprintf("%d actuators instead of %d", len(p.Actuators), len(e.params.Actuators)))
	}
	switch is, was := rubs(p), rubs(e.params); {
	case is && !was:
		differs = append(differs, "friction where there was none")
	case was && !is:
		differs = append(differs, "no friction where there was some")
	}
	if len(differs) == 0 && !slices.Equal(variant(e.model, p, e.buffers.precision), variant(e.model, e.params, e.buffers.precision)) {
		differs = append(differs, "they need other passes")
	}
	if len(differs) > 0 {
		return fmt.Errorf("gpu: set parameters: %s; make a new engine", strings.Join(differs, ", "))
	}
	return nil
}

// rubs says whether any contact has friction.
func rubs(p model.Params) bool {
	return slices.ContainsFunc(p.Contacts, func(c model.Contact) bool { return c.StaticFriction > 0 })
}

// Params are the parameters in use, with the step that was chosen.
func (e *Engine) Params() model.Params { return e.params.Clone() }

// uploadParams writes the uniform block as it is to be.
func (e *Engine) uploadParams() {
	e.buffers.uploadParams(e.model, e.params, e.runaway, e.onAll, e.division)
}
