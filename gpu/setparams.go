package gpu

import (
	"errors"
	"fmt"
	"hooke/gpu/collide"
	"reflect"
	"slices"
	"strings"

	"hooke/gpu/glx"
	"hooke/gpu/settings"
	"hooke/gpu/spans"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// SetParams replaces the parameters from here on: dt, gravity, drag and all others. The state is kept and
// time continues from where it is; a zero
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
	if err := p.ValidateChange(e.plan.model, e.run.settings.Params); err != nil {
		return err
	}
	p, err := bigstep.With(e.plan.model, p)
	if err != nil {
		return fmt.Errorf("gpu: set parameters: %w", err)
	}
	if err := model.Unsupported(model.EngineGPU, e.plan.model, p, e.buffers.Precision); err != nil {
		return err
	}
	s := e.plan.settings(p)
	if err := e.sameVariant(&s); err != nil {
		return err
	}
	if s.Params.Substep().DT != e.run.settings.Params.Substep().DT { // else the response stays the same
		s.Response = table.ResponseOf(e.plan.model, s.Params)
	}
	return e.take(s)
}

// take makes settings those of the steps that are queued from here on. On an error
// nothing changes.
func (e *Engine) take(s settings.Settings) error {
	if e.collisions.tentative() && e.compiled.maker.Ctx != nil {
		e.Submit() // steps that are done again must have the parameters of now
	}
	constants, err := e.constantsFor(&s)
	if err != nil {
		return err
	}
	if err := e.uploadResponse(&s); err != nil {
		return err
	}
	s.Response = nil // it is on the device
	was := e.run.settings
	e.progress.clockStep, e.progress.clockTime = e.step(), e.time()
	e.run.settings = s
	if err := e.setDrives(); err != nil {
		return err
	}
	e.run.onAll = e.run.loads.Upload(&s)
	if e.run.guides.Upload(e.plan.onDevice(), &s) && e.compiled.maker.Ctx != nil { // other masses may be on paths now
		e.Submit()
		e.ctx.Barrier(glx.ByTransfer) // the upload overwrites the output of passes
		e.buffers.Rest(e.plan.onDevice(), e.plan.masses(), s.Ordered.LeftPaths(e.plan.onDevice(), was.Ordered))
		var now model.State
		if err := e.ReadState(&now); err != nil {
			return err
		}
		e.run.prescribed = settings.PrescribedBy(e.plan.model, s.Params, &now)
	}
	e.uploadParams()
	e.run.spans.SetParams(e.plan.model, e.plan.order(), s.Params)
	near := e.collisions.near
	if e.renewPairs(); reflect.DeepEqual(s.Params.Collision, was.Params.Collision) { // lists of the host are those of the state, still
		e.collisions.near = near
	}
	e.progress.primed = false
	if constants != nil {
		e.Submit() // its passes are of the constants before
		e.plan.constants = constants
		if err := e.remakePasses(); err != nil {
			return err
		}
	}
	return e.ctx.Err("gpu: set parameters")
}

// constantsFor are the constants of the variant constants for settings; nil: none, or the compiled passes have them.
func (e *Engine) constantsFor(s *settings.Settings) (*table.Constants, error) {
	if e.plan.constants == nil || s.Response == nil || e.compiled.maker.Ctx == nil {
		return nil, nil
	}
	c, err := e.plan.fused.Constants(s.Response, e.buffers.Precision)
	if c.Same(e.plan.constants) {
		return nil, err
	}
	return c, err
}

// uploadResponse writes k and c of springs, and contacts, as the pipeline keeps them. On an
// error it writes nothing.
func (e *Engine) uploadResponse(s *settings.Settings) error {
	f := e.plan.fused
	if f != nil {
		if err := e.buffers.UploadFused(f, s, e.plan.laws); err != nil {
			return err
		}
	}
	if s.Response != nil && (f == nil || e.plan.options.Drawing) {
		if err := e.buffers.UploadCoefficients(s.Response, e.plan.division); err != nil {
			return err
		}
	}
	if d := e.run.divided; d != nil {
		return d.SetParams(s.Params, s.Response != nil)
	}
	return nil
}

// sameVariant returns the reason why the compiled passes cannot run settings, or nil.
func (e *Engine) sameVariant(s *settings.Settings) error {
	p, was := &s.Params, &e.run.settings.Params
	if !settings.SameLoads(*p, *was) || !slices.EqualFunc(p.Guides, was.Guides, func(a, b model.Guide) bool { return a.Kind == b.Kind }) || p.Guided(e.plan.model) != was.Guided(e.plan.model) {
		return fmt.Errorf("gpu: set parameters: %d forces, %d motors, %d handles and %d guides instead of %d, %d, %d and %d, "+
			"or one on another number of masses or of another kind; make a new engine", len(p.Forces), len(p.Motors), len(p.Handles), len(p.Guides),
			len(was.Forces), len(was.Motors), len(was.Handles), len(was.Guides))
	}
	if p.Loaded() != was.Loaded() || p.LoadsMasses() != was.LoadsMasses() || p.Wind.Blows() != was.Wind.Blows() {
		return errors.New("gpu: set parameters: wind and quadratic drag cannot be added or removed; make a new engine")
	}
	if p.Collision.Acts() != was.Collision.Acts() || len(p.Collision.Bodies) != len(was.Collision.Bodies) || p.Collision.HasFriction() != was.Collision.HasFriction() ||
		p.Collision.Iterations() != was.Collision.Iterations() || !collide.SameMeetings(*p, *was) {
		return errors.New("gpu: set parameters: collisions cannot be added or removed, and the parts that touch, the number of bodies, friction " +
			"and its iterations cannot change; make a new engine")
	}
	var differs []string
	if p.Integrator != was.Integrator {
		differs = append(differs, fmt.Sprintf("integrator %v instead of %v", p.Integrator, was.Integrator))
	}
	if len(p.Contacts) != len(was.Contacts) {
		differs = append(differs, fmt.Sprintf("%d contacts instead of %d", len(p.Contacts), len(was.Contacts)))
	}
	if !slices.EqualFunc(p.Contacts, was.Contacts, func(a, b model.Contact) bool { return a.Trajectory.Moves() == b.Trajectory.Moves() }) && len(p.Contacts) == len(was.Contacts) {
		differs = append(differs, "other contacts that move")
	}
	if len(p.Actuators) != len(was.Actuators) {
		differs = append(differs, fmt.Sprintf("%d actuators instead of %d", len(p.Actuators), len(was.Actuators)))
	}
	switch is, were := settings.HasFriction(*p), settings.HasFriction(*was); {
	case is && !were:
		differs = append(differs, "friction where there was none")
	case were && !is:
		differs = append(differs, "no friction where there was some")
	}
	if len(p.Contacts) == len(was.Contacts) && !spans.SameAs(*p, *was) {
		differs = append(differs, "contacts that touch other things, or with friction where they had none")
	}
	if physics.Catches(*p) != physics.Catches(*was) {
		differs = append(differs, "spheres, boxes or capsules that masses are kept out of where there were none, or none where there were some")
	}
	if len(differs) == 0 && !slices.Equal(s.Variant, e.run.settings.Variant) {
		differs = append(differs, "they need other passes")
	}
	if len(differs) > 0 {
		return fmt.Errorf("gpu: set parameters: %s; make a new engine", strings.Join(differs, ", "))
	}
	return nil
}

// Params are the parameters in use, with the step that was chosen.
func (e *Engine) Params() model.Params { return e.run.settings.Params.Clone() }

// uploadParams writes the uniform block as it is to be.
func (e *Engine) uploadParams() {
	e.buffers.UploadParams(e.plan.model, &e.run.settings, e.run.runaway, e.run.onAll, e.plan.division)
}
