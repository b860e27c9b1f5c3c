package cpuref

import (
	"errors"
	"fmt"

	"hooke/model"
)

// Case is one thing to prove an engine on.
type Case struct {
	Name   string
	Model  *model.Model
	Start  *model.State // nil means at rest, model.Start
	Params model.Params
	Steps  int // of the long runs; zero means 1,000
}

// Subject is an engine on trial. Beside stepping it lets each pass of its
// pipeline be run and examined alone.
type Subject interface {
	model.Engine

	// Passes are the names of the pipeline's passes, in order. Those with a
	// twin here are "spring-force" and "integrate".
	Passes() []string
	// RunPass fills every pure output of a pass with NaN and then runs that
	// pass once.
	RunPass(name string) error
	// ReadForces copies the force on end A of each spring [N], as last written,
	// in the model's numbering. Length SpringCount.
	ReadForces(dst [][3]float32) error
	// WriteForces replaces those forces. Length SpringCount.
	WriteForces(src [][3]float32) error
	// StepsRun is the number of times that the engine itself counted the pass
	// "integrate" since Reset.
	StepsRun() (int64, error)
}

// Factory makes a subject for a model and parameters; Check closes it.
type Factory func(m *model.Model, p model.Params) (Subject, error)

// Check proves a subject on one case against the reference, a row per check:
//
//   - pass parity: each pass alone, from the same state rounded to float32,
//     with its outputs poisoned; the spring pass once more on springs of every
//     kind of material;
//   - the energy ledger, of a LedgerSubject: each of its terms at one state and
//     after a few steps;
//   - step parity: one step, and four at ten times the tolerance;
//   - invariants of a long run, which need no equal trajectories: pins,
//     momentum, energy, finite numbers, the step count, and repeatability.
//
// Parity is checked on a stirred copy of the case (see stir), in which every
// term acts. The error says that the proof could not be carried out, not that
// it failed: that is a row whose OK is false.
func Check(sc Case, newSubject Factory) ([]Row, error) {
	scale, err := toleranceScale()
	if err != nil {
		return nil, err
	}
	sc, err = sc.complete()
	if err != nil {
		return nil, fmt.Errorf("cpuref: check %s: %w", sc.Name, err)
	}
	t := &trial{Case: sc, scale: scale, newSubject: newSubject}
	for _, part := range []func() error{t.passes, t.materials, t.steps, t.ledger, t.longRun, t.momentum} {
		if err := part(); err != nil {
			return t.rows, fmt.Errorf("cpuref: check %s: %w", sc.Name, err)
		}
	}
	return t.rows, nil
}

// trial is a check under way.
type trial struct {
	Case
	scale      float64 // of every tolerance that is not "equal"
	newSubject Factory
	rows       []Row
}

// complete validates the case and fills in its zero values.
func (sc Case) complete() (Case, error) {
	if sc.Model == nil {
		return sc, errors.New("there is no model")
	}
	if err := errors.Join(sc.Model.Validate(), sc.Params.Validate()); err != nil {
		return sc, err
	}
	if sc.Start == nil {
		sc.Start = sc.Model.Start()
	}
	if err := sc.Model.ValidateState(sc.Start); err != nil {
		return sc, err
	}
	if sc.Params.DT == 0 {
		sc.Params.DT = model.AutoStep(sc.Model, sc.Params)
	}
	if sc.Steps == 0 {
		sc.Steps = 1000
	}
	return sc, nil
}

// reference makes a reference engine at a state.
func reference(m *model.Model, p model.Params, start *model.State) (*Engine, error) {
	e, err := New(m, p)
	if err != nil {
		return nil, err
	}
	return e, e.Reset(start)
}

// subject makes a subject at a state.
func (t *trial) subject(m *model.Model, p model.Params, start *model.State) (Subject, error) {
	s, err := t.newSubject(m, p)
	if err != nil {
		return nil, err
	}
	if err := s.Reset(start); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// run steps an engine, waits and reads. A divergence is not an error here but
// a verdict, which it returns; the state is read all the same.
func run(e model.Engine, steps int) (got model.Snapshot, diverged *model.DivergedError, err error) {
	for _, err := range []error{e.Step(steps), e.Finish()} {
		if err != nil && !errors.As(err, &diverged) {
			return got, nil, err
		}
	}
	return got, diverged, e.Read(&got)
}
