// Package check compares engines with the float64 reference. Check runs each pass of a step
// by itself, whole steps, and long runs, on perturbed copies of a structure in which every
// term acts. Energy and Precision do so for energies and for small strains. Compare and
// RelativeError measure the distance of an engine's state from the reference.
//
// The package never imports an engine; the caller passes one as a Subject.
package check

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/cpuref"
	"hooke/engine/origin"
	"hooke/model"
	"hooke/physics"
)

// Case is a model on which an engine is proven.
type Case struct {
	Name   string
	Model  *model.Model
	Start  *model.State // nil means Model.Start
	Params model.Params
	Steps  int // number of steps of the long runs; zero means 1,000, and fewer where a step sweeps often or Own bounds the work, at least 20

	Parts []string // parts of the proof to do, out of Parts(); none means all of them

	// Own leaves out the rows of features that the case does not use: solids, loads, integrators,
	// solvers, the ledger. The perturbed case gets no such features, either, so that its programs are about
	// those of the case. WholeProof tells how many rows there would be.
	Own bool
	// Shared are results of the reference, for proofs of the same case by several engines; nil: the
	// proof has its own.
	Shared *Shared
}

// parts returns the parts of a proof, in order.
func parts() []part {
	return []part{
		{"passes", (*trial).passes, 7, 0},
		{"materials", (*trial).materials, 1, 0},
		{"steps", (*trial).steps, 7, 7},
		{"collisions", (*trial).collisions, 5, 5},
		{"meetings", (*trial).meetings, 0, 4},
		{"spans", (*trial).spans, 5, 5},
		{"catches", (*trial).catches, 4, 5},
		{"ledger", (*trial).ledger, 0, 5},
		{"groups", (*trial).groups, 0, 3 + len(groupTerms)},
		{"tables", (*trial).tables, 0, 4},
		{"integrators", (*trial).integrators, 21, 6},
		{"integrator-ledgers", (*trial).ledgersOfIntegrators, 0, 7},
		{"invariants", (*trial).longRun, 6, 6},
		{"momentum", (*trial).momentum, 1, 1},
	}
}

type part struct {
	name  string
	prove func(*trial) error
	rows  int // at most, of a pipeline of the engine gpu, which refuses some solver
	bare  int // of an engine that cannot run its passes alone
}

// Parts returns the names of the parts of a proof, in their order: "passes", each alone;
// "materials", the spring pass on all kinds of springs; "steps", one and four; "collisions", a step in which masses touch;
// "meetings", one in which springs touch springs and masses triangles; "spans", one in which contacts push edges and triangles; "catches", one in which they catch masses; "groups", one in which forces act on groups; "tables", one in which springs follow force tables; "ledger";
// "integrators", all but symplectic Euler; "integrator-ledgers", theirs; "invariants" of a long run; "momentum".
func Parts() []string {
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

// Subject is an engine that is proven. It can run each pass of its pipeline alone, so
// that the proof can look at the outcome.
type Subject interface {
	model.Engine

	// Passes returns the names of the passes of a step, each once, in order. Those
	// with a twin here are "spring-force", "wind", "load" and "guide", of the Euler
	// methods "integrate", of Verlet "prime", "drift" and "kick", of RK4 "stage-1"
	// to "stage-4". Between drift and kick the state holds the velocities that the
	// dampers see, v + dt a; within RK4 it is that of the stage.
	Passes() []string
	// RunPass fills every pure output of a pass with NaN and then runs that pass once.
	// The time is that at which the next step runs it: its end for "guide", its start
	// for the others.
	RunPass(name string) error
	// ReadForces copies the latest force on end A of each spring [N], in the model's
	// numbering, and after these, in a run with loads, the external force on each
	// mass. Length SpringCount, or SpringCount + MassCount.
	ReadForces(dst [][3]float32) error
	// WriteForces replaces as many of those forces as src has.
	WriteForces(src [][3]float32) error
	// ReadStage copies the registers of all masses, in the model's numbering, as
	// model.Method.Registers lists them: all of the first, then all of the
	// next. Length Registers · MassCount.
	ReadStage(dst [][3]float32) error
	// WriteStage replaces those registers. Reset does not change them.
	WriteStage(src [][3]float32) error
	// StepsRun returns the number of whole steps since Reset, by the engine's own count.
	StepsRun() (int64, error)
}

// Factory makes a subject for a model and parameters. Check closes it.
type Factory func(m *model.Model, p model.Params) (Subject, error)

// Prove proves a subject on one case against the reference, a row per check:
//
//   - pass parity: each pass alone, from the same state rounded to float32,
//     with its outputs poisoned, those of loads and guides among them; the spring pass once more on springs of every
//     kind of material;
//   - the energy ledger, of a subject that keeps one: each of its terms after one step and
//     after a few;
//   - step parity: one step, and four at ten times the tolerance;
//   - one step in which springs follow force tables, one in which masses collide, one in which springs do and masses with triangles, one in which contacts push edges and triangles, and
//     one in which they catch masses, with each integrator;
//   - both for each of the other integrators, whatever the case's own is;
//   - invariants of a long run, which need no equal trajectories: pins,
//     momentum, energy, finite numbers, the step count, and repeatability.
//
// Parity is checked on a perturbed copy of the case (see perturb), in which every
// term acts. A part that the engine refuses by name is left out, and a row says
// so; a refusal of all of them is an error. The error says that the proof could not
// be carried out, not that it failed: that is a row whose OK is false.
func Prove(sc Case, newSubject Factory) ([]Outcome, error) {
	scale, err := toleranceScale()
	if err != nil {
		return nil, err
	}
	sc, err = sc.complete()
	if err != nil {
		return nil, fmt.Errorf("check: %s: %w", sc.Name, err)
	}
	if sc.Shared == nil {
		sc.Shared = &Shared{}
	}
	t := &trial{Case: sc, scale: scale, newSubject: newSubject}
	if err := t.askForLoads(); err != nil {
		return nil, fmt.Errorf("check: %s: %w", sc.Name, err)
	}
	var refused error
	for _, part := range parts() {
		if len(sc.Parts) > 0 && !slices.Contains(sc.Parts, part.name) {
			continue
		}
		err := part.prove(t)
		if errors.Is(err, model.ErrUnsupported) {
			refused = err // perturbed springs may be of kinds that the scene does not have; the other parts are still proven
			continue
		}
		if err != nil {
			return t.rows, fmt.Errorf("check: %s: %w", sc.Name, err)
		}
	}
	switch proven := slices.ContainsFunc(t.rows, func(r Outcome) bool { return r.Check != refusal }); {
	case refused != nil && !proven:
		return t.rows, fmt.Errorf("check: %s: %w", sc.Name, refused)
	case refused != nil:
		t.exact(refusal, 0, -1, refused.Error())
	}
	return t.rows, nil
}

// refusal is the check of the row for runs that the engine does not support.
const refusal = "refused by the engine"

// trial is a proof that is running.
type trial struct {
	Case
	scale      float64 // of every tolerance that is not "equal"
	newSubject Factory
	bare       bool // the subject refuses loads, wind or guides, and gets none
	rows       []Outcome
}

// askForLoads finds out whether the subject refuses loads, wind or guides by name. It
// is then checked without them, and a row says so.
func (t *trial) askForLoads() error {
	if p := &t.Params; t.Own && !p.Loaded() && len(p.Guides) == 0 {
		return nil // it gets none
	}
	st := t.perturb(1)
	s, err := t.newSubject(st.model, st.params)
	switch {
	case errors.Is(err, model.ErrUnsupported):
		t.bare = true
		t.exact(refusal, 0, -1, err.Error())
		return nil
	case err != nil:
		return err
	}
	s.Close()
	return nil
}

// perturb returns a perturbed copy of the case.
func (t *trial) perturb(seed uint64) *perturbed { return perturbWith(t.Case, seed, !t.bare) }

// complete validates the case and fills in its zero values.
func (sc Case) complete() (Case, error) {
	if sc.Model == nil {
		return sc, errors.New("there is no model")
	}
	for _, name := range sc.Parts {
		if !slices.Contains(Parts(), name) {
			return sc, fmt.Errorf("there is no part %q of a proof, only %s", name, strings.Join(Parts(), ", "))
		}
	}
	if err := sc.Model.Validate(); err != nil {
		return sc, err
	}
	if err := sc.Params.ValidateFor(sc.Model); err != nil {
		return sc, err
	}
	if sc.Start == nil {
		sc.Start = sc.Model.Start()
	}
	if err := sc.Model.ValidateState(sc.Start); err != nil {
		return sc, err
	}
	// Engines count positions from an origin near the masses; a proof compares them there.
	sc.Model, sc.Params, sc.Start = origin.Local(sc.Model, sc.Params, sc.Start)
	if sc.Params.DT == 0 {
		sc.Params.DT = physics.AutoStep(sc.Model, sc.Params)
	}
	if sc.Steps == 0 {
		sc.Steps = max(leastSteps, mostSteps/sc.Params.Visits())
		if sc.Own {
			sc.Steps = max(leastSteps, min(sc.Steps, int(ownWork/sc.work())))
		}
	}
	return sc, nil
}

// These are the default steps of long runs: fewer of solvers that sweep often in a step, and
// where a proof is to be quick.
const (
	mostSteps  = 1000
	leastSteps = 20
	ownWork    = 20e6 // springs that the reference evaluates in a quick one, about: a second
)

// work returns the cost of a step of the reference, as a number of springs.
func (sc *Case) work() float64 {
	work := float64(sc.Model.SpringCount()+sc.Model.MassCount()+1) * float64(sc.Params.Visits())
	if sc.Params.Integrator.Method().Divides {
		work *= 4 // a visit is a dispatch or more for each color
	}
	if sc.Params.Collision.Acts() { // it looks at all pairs, each for a quarter of a spring
		work += math.Pow(float64(sc.Model.MassCount()), 2) / 2 / 4
	}
	return work
}

// reference makes a reference engine at a state.
func reference(m *model.Model, p model.Params, start *model.State) (*cpuref.Engine, error) {
	e, err := cpuref.New(m, p)
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

// run steps an engine, waits and reads the state. It returns a divergence as a verdict
// and not as an error, and reads the state in that case, too.
func run(e model.Engine, steps int) (got model.Snapshot, diverged *physics.DivergedError, err error) {
	for _, err := range []error{e.Step(steps), e.Finish()} {
		if err != nil && !errors.As(err, &diverged) {
			return got, nil, err
		}
	}
	return got, diverged, e.Read(&got)
}
