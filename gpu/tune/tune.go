// Package tune chooses the pipeline and the work groups of the engine gpu for a model on a
// device, by measuring.
package tune

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hooke/gpu"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/physics"
)

// longest is how long tuning may take beyond the set-up of one engine.
const longest = 500 * time.Millisecond

// Result says what was chosen for a model on a device, and from what.
type Result struct {
	Pipeline  string
	WorkGroup int
	Trials    []Trial       // what was measured, in that order
	Took      time.Duration // beyond the set-up of the engine chosen
	Untried   string        // what there was no time for; empty: nothing
	NoRoom    string        // what there was no memory for beside another engine, and why; empty: nothing
}

// Trial is a variant that was measured.
type Trial struct {
	Pipeline  string
	WorkGroup int
	Step      time.Duration // of the host's clock, for a step
}

// String says in one line what was measured.
func (t Result) String() string {
	var parts []string
	for _, trial := range t.Trials {
		parts = append(parts, fmt.Sprintf("%s/%d %.3g", trial.Pipeline, trial.WorkGroup, 1e3*trial.Step.Seconds()))
	}
	text := fmt.Sprintf("pipeline %s in work groups of %d; ms a step: %s; measured in %.2f s", t.Pipeline, t.WorkGroup, strings.Join(parts, ", "), t.Took.Seconds())
	if t.Untried != "" {
		text += "; no time for " + t.Untried
	}
	if t.NoRoom != "" {
		text += "; no room for " + t.NoRoom
	}
	return text
}

// Tune makes the fastest engine for a model in a state: it measures the pipelines,
// then sizes of work groups, on the model itself, within half a second beyond the
// set-up of one engine. The engine stands at the state, as if nothing had run.
// make makes an engine of the model; a size of work groups in the options is kept.
// An error is that of the first engine, which is that of Auto.
func Tune(makeEngine func(gpu.Options) (*gpu.Engine, error), start *model.State, o gpu.Options) (*gpu.Engine, Result, error) {
	return within(longest, makeEngine, start, o)
}

func within(budget time.Duration, makeEngine func(gpu.Options) (*gpu.Engine, error), start *model.State, o gpu.Options) (*gpu.Engine, Result, error) {
	t := tuner{
		make: func(o gpu.Options) (tunable, error) {
			e, err := makeEngine(o)
			if err != nil {
				return nil, err // and not a nil *Engine
			}
			return e, nil
		},
		sizes: func(best tunable) []int { return best.(*gpu.Engine).WorkGroups() },
		room:  func(best tunable, o gpu.Options) error { return best.(*gpu.Engine).RoomForAnother(o) },
		start: start, clock: time.Now, budget: budget,
	}
	best, err := t.tune(o)
	if err != nil {
		return nil, Result{}, err
	}
	return best.(*gpu.Engine), t.result, nil
}

// tunable is what tuning needs of an engine.
type tunable interface {
	Describe() model.Description
	Reset(*model.State) error
	Step(n int) error
	Finish() error
	SetWorkGroup(size int) error
	Close()
}

// tuner is one tuning.
type tuner struct {
	make   func(gpu.Options) (tunable, error)
	sizes  func(tunable) []int                     // of work groups that the device allows
	room   func(best tunable, o gpu.Options) error // why another engine has no room beside one; nil: it has, or nobody knows
	start  *model.State
	clock  func() time.Time
	budget time.Duration

	began  time.Time     // when the first engine was there
	setUp  time.Duration // of the first engine
	result Result
}

// A variant must be so much faster than another to be taken in its place, so that
// noise chooses nothing.
const worthwhile = 0.97

func (t *tuner) tune(o gpu.Options) (best tunable, err error) {
	before := t.clock()
	o.Pipeline = options.Auto
	if best, err = t.make(o); err != nil {
		return nil, err
	}
	t.began = t.clock()
	t.setUp = t.began.Sub(before)
	fastest, err := t.measure(best)
	if err == nil {
		best, fastest = t.pipelines(o, best, fastest)
		if o.WorkGroup == 0 {
			best, err = t.workGroups(o, best, fastest)
		}
	}
	var diverged *physics.DivergedError
	if err == nil || errors.As(err, &diverged) { // the run will meet it, too
		err = best.Reset(t.start)
	}
	if err != nil {
		best.Close()
		return nil, err
	}
	chosen := best.Describe()
	t.result.Pipeline, t.result.WorkGroup, t.result.Took = chosen.Pipeline, chosen.WorkGroup, t.clock().Sub(t.began)
	return best, nil
}

// left is the time that is left.
func (t *tuner) left() time.Duration { return t.budget - t.clock().Sub(t.began) }

// pipelines tries the others beside the one of the first engine, while there is
// time to make them and for two steps of the pace that is known.
func (t *tuner) pipelines(o gpu.Options, best tunable, fastest time.Duration) (tunable, time.Duration) {
	first := best.Describe().Pipeline
	for _, pipeline := range options.Pipelines() {
		if pipeline == first {
			continue
		}
		if t.left() < t.setUp+2*fastest {
			t.untried("pipeline " + pipeline)
			continue
		}
		o.Pipeline = pipeline
		if t.room != nil {
			if err := t.room(best, o); err != nil {
				t.noRoom(pipeline, err)
				continue
			}
		}
		other, err := t.make(o)
		if errors.Is(err, model.ErrRefused) {
			continue
		}
		if err != nil {
			t.noRoom(pipeline, err)
			continue
		}
		step, err := t.measure(other)
		if err != nil || step >= time.Duration(worthwhile*float64(fastest)) {
			other.Close()
			continue
		}
		best.Close()
		best, fastest = other, step
	}
	return best, fastest
}

// workGroups tries sizes of work groups, the most usual first.
func (t *tuner) workGroups(o gpu.Options, best tunable, fastest time.Duration) (tunable, error) {
	allowed := t.sizes(best)
	chosen := best.Describe().WorkGroup
	cost := 2 * fastest // of a trial, from the one before
	for _, size := range []int{128, 64, 512, 32, 1024} {
		if !slices.Contains(allowed, size) {
			continue
		}
		if t.left() < cost {
			t.untried("other work groups")
			break
		}
		before := t.clock()
		if err := best.SetWorkGroup(size); err != nil {
			return best, err
		}
		step, err := t.measure(best)
		if err != nil {
			return best, err
		}
		cost = t.clock().Sub(before)
		if step < time.Duration(worthwhile*float64(fastest)) {
			chosen, fastest = size, step
		}
	}
	return best, best.SetWorkGroup(chosen)
}

func (t *tuner) untried(what string) {
	if t.result.Untried != "" {
		t.result.Untried += ", "
	}
	t.result.Untried += what
}

func (t *tuner) noRoom(pipeline string, why error) {
	if t.result.NoRoom != "" {
		t.result.NoRoom += ", "
	}
	t.result.NoRoom += fmt.Sprintf("pipeline %s beside it (%v)", pipeline, why)
}

// measure is the time of a step of an engine from the start: of the faster of two
// runs, each long enough for the clock, after one step that wakes the device. There is
// no second one without time for it, with the upload of the state that it begins with.
func (t *tuner) measure(e tunable) (step time.Duration, err error) {
	const enough, most = 10 * time.Millisecond, 256
	run := func(steps int) (took time.Duration, err error) {
		if err := e.Reset(t.start); err != nil {
			return 0, err
		}
		if err := e.Finish(); err != nil {
			return 0, err
		}
		begin := t.clock()
		if err := e.Step(steps); err != nil {
			return 0, err
		}
		err = e.Finish()
		return t.clock().Sub(begin), err
	}
	before := t.clock()
	took, err := run(1)
	steps := 1
	for err == nil && took < enough && steps < most {
		steps *= 2
		before = t.clock()
		took, err = run(steps)
	}
	if err != nil {
		return 0, err
	}
	again := took
	if t.left() > t.clock().Sub(before) {
		again, err = run(steps)
	}
	step = min(took, again) / time.Duration(steps)
	d := e.Describe()
	t.result.Trials = append(t.result.Trials, Trial{d.Pipeline, d.WorkGroup, step})
	return step, err
}
