package run

import (
	"context"
	"fmt"
	"math"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
	"hooke/physics/bigstep/judge"
	"hooke/scene"
)

// Result is the outcome of a run.
type Result struct {
	// Complete reports that all steps were taken, that no energy appeared without a cause,
	// and that the numbers are written. If it is false, an error says why.
	Complete bool

	Scene           string // name of the scene
	Masses, Springs int
	Engine          model.Description
	Tuning          string // why the gpu engine has its pipeline and work groups; empty if the options chose them
	Software        bool   // whether OpenGL ran on the CPU

	From     int64        // step at which the run was resumed; 0: it began there
	Steps    int64        // steps taken since From
	Seconds  float64      // wall time of those steps [s]
	DT, Time float64      // step and simulated time at the end [s]
	Ended    *physics.End // why the run ended before its duration; nil: it did not
	SetUp    float64      // wall time to put the structure into the engine [s]; 0: not measured

	Energy *model.Energy // at the end; nil: not computed
	Worst  Balance       // the sample with the largest excess of energy
	Ledger *model.Ledger // at the end; nil: the run had no ledger
	Caught *Caught       // masses that contacts stopped from tunneling; nil: no contact does this
	Torn   *int          // torn springs at the end; nil: no spring tears
	Wrote  []string      // files that were written

	Residual model.Residual  // remaining error of an iterative solver; the zero value for others
	Softest  model.Residual  // the sample with the largest Strain, with its Step; the zero value for other solvers
	Judged   *judge.Report   // errors of a solver that divides steps; nil for others
	Touching *model.Touching // counts of collisions of masses; nil: masses do not collide

	// Lost names the outputs with frames that an earlier part of the run could not write, as
	// on a full disk: only the whole run can write these again. Nil: no frames are known to
	// be lost.
	Lost error
}

// Caught counts the masses that contacts stopped from tunneling.
type Caught struct {
	model.Caught         // names the first mass if Count is not 0
	Time         float64 // time of the first such step [s]
	Speed        float64 // speed below which the contact's stiffness alone stops that mass [m/s]
}

// caught returns the masses that contacts stopped from tunneling; nil if no contact does
// this.
func (r *Run) caught() (*Caught, error) {
	s := r.Scene
	e, ok := model.As[model.Catcher](r.Engine)
	if !ok || !physics.Catches(s.Params) {
		return nil, nil
	}
	counted, err := e.Caught()
	if err != nil {
		return nil, err
	}
	c := &Caught{Caught: counted, Time: float64(counted.Step) * s.Params.DT}
	if c.Count > 0 {
		if c.Mass < 0 || c.Mass >= s.Model.MassCount() || c.Contact < 0 || c.Contact >= len(s.Params.Contacts) {
			return nil, fmt.Errorf("the engine says that contact %d has caught mass %d: its state cannot be trusted", c.Contact, c.Mass)
		}
		c.Speed = physics.HoldingSpeed(s.Model, s.Params, c.Contact, c.Mass)
	}
	return c, nil
}

// tornOf returns the number of torn springs in a state; nil if no spring of the structure tears.
func tornOf(m *model.Model, s *model.Snapshot) *int {
	if !m.Tearing() {
		return nil
	}
	count := inelastic.Torn(s.Changes)
	return &count
}

// look passes the state to the watch for tunneling.
func (r *Run) look() error {
	if r.passes == nil {
		return nil
	}
	if err := r.Engine.Read(&r.seen); err != nil {
		return err
	}
	r.passes.Look(&r.seen)
	return nil
}

// resultOf returns the part of a result that is known before the first step.
func resultOf(s *scene.Scene, e *engine.Engine) Result {
	return Result{Scene: s.Name, Masses: s.Model.MassCount(), Springs: s.Model.SpringCount(),
		Engine: e.Describe(), Tuning: e.Tuning, Software: e.Software(), DT: s.Params.DT}
}

// watch makes conditions of the scene end the run. A run that has ended and continues for
// more steps is not ended again.
func (r *Run) watch() (err error) {
	if r.record.Until == nil {
		return nil
	}
	if ended := r.record.Ended; ended != nil {
		if r.finished() {
			return nil
		}
		r.options.note("note: the run had ended at step %d (%s); it continues to step %d, without its conditions", ended.Step, ended.By, r.record.Steps)
		r.record.Until, r.record.Calm, r.record.Ended = nil, nil, nil
		return nil
	}
	var calm physics.Calm
	if r.record.Calm != nil {
		calm = *r.record.Calm
	}
	r.stepper.contacts = r.Scene.Params.Contacts
	r.stepper.watch, err = physics.NewWatch(r.Engine, r.Scene.Model, r.Scene.Start, *r.record.Until, calm)
	return err
}

// endEarly makes the steps taken those of the run, after a condition has ended it.
func (r *Run) endEarly(done int64) {
	if r.stepper.ended() {
		r.record.Steps, r.record.Ended = done, r.stepper.watch.Ended
		r.keeper.record.Steps = done
	}
}

// endText returns the array of the final state that says why the run ended: a word of
// physics.EndingWords, or duration. Runs that nothing can end early have no such array.
func (r *Run) endText(done int64) []npy.Array {
	switch {
	case r.record.Ended != nil:
		return []npy.Array{npy.Text("ended", r.record.Ended.By)}
	case r.record.Until != nil && done == r.record.Steps:
		return []npy.Array{npy.Text("ended", "duration")}
	}
	return nil
}

// judgeBigSteps returns the errors of a solver that divides steps; nil for other solvers.
func (r *Run) judgeBigSteps(ctx context.Context, left model.Residual) (*judge.Report, error) {
	s, e := r.Scene, r.Engine
	reader, ok := model.As[model.StateReader](e)
	if !ok || !s.Params.Integrator.Method().Divides {
		return nil, nil
	}
	var state model.State
	if s.Model.Pattern == nil {
		if err := reader.ReadState(&state); err != nil {
			return nil, err
		}
	}
	report := judge.Of(ctx, judge.Run{Model: s.Model, Params: s.Params, Start: s.Start, End: &state, RestScale: engine.RestScale(e), Residual: left,
		Rounding: math.Ldexp(1, 1-physics.RoundingBits(e.Describe().Precision)), Calm: &r.energy.calm})
	return &report, nil
}

// residualOf returns the remaining error of an iterative solver; the zero value for others.
func residualOf(e model.Engine) (model.Residual, error) {
	converger, ok := model.As[model.Converger](e)
	if !ok {
		return model.Residual{}, nil
	}
	return converger.Residual()
}

// TouchingOf returns the counts of collisions in an engine; nil if masses do not collide with masses.
func TouchingOf(e model.Engine, p model.Params) (*model.Touching, error) {
	toucher, ok := model.As[model.ContactSource](e)
	if !ok || !p.Collision.Masses() {
		return nil, nil
	}
	found, err := toucher.Touching()
	return &found, err
}
