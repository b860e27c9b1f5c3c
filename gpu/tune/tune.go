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

// longest is the time that tuning may take beyond the set-up of one engine.
const longest = 800 * time.Millisecond

// Result is the choice of Tune for a model on a device, and the variants that it compared.
type Result struct {
	Pipeline  string
	WorkGroup int           // [invocations]
	Trials    []Trial       // the measured variants, in the order of measuring
	Took      time.Duration // time of tuning, from the moment when the first engine is there
	Untried   string        // the variants for which no time was left; empty: none
	NoRoom    string        // the pipelines for which no memory was left beside another engine, and why; empty: none
}

// Trial is a measured variant.
type Trial struct {
	Pipeline  string
	WorkGroup int           // [invocations]
	Step      time.Duration // time of a step by the host's clock
}

// String describes the choice and the measurements in one line.
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

// Tune makes the fastest engine for a model in a state. It measures the pipelines, then
// sizes of work groups, then those variants of the passes that may win where it steps, then usual sizes with the variant, on the model itself, and begins no trial for which it sees no time
// within 0.8 s beyond the set-up of one engine. The engine that it returns stands
// at the state, as if nothing had run; its caller closes it. makeEngine makes an engine of
// the model. Tune keeps a size of work groups that the options set. An error says that the
// first engine, that of options.Auto, cannot be made, or that an engine failed on the
// device. A model that diverges while it is measured is no error.
func Tune(makeEngine func(gpu.Options) (*gpu.Engine, error), start *model.State, o gpu.Options, where Where) (*gpu.Engine, Result, error) {
	return within(longest, makeEngine, start, o, where)
}

func within(budget time.Duration, makeEngine func(gpu.Options) (*gpu.Engine, error), start *model.State, o gpu.Options, where Where) (*gpu.Engine, Result, error) {
	t := tuner{
		make: func(o gpu.Options) (tunable, error) {
			e, err := makeEngine(o)
			if err != nil {
				return nil, err // e would be an interface that holds a nil *Engine
			}
			return e, nil
		},
		sizes:    func(best tunable) []int { return best.(*gpu.Engine).WorkGroups() },
		room:     func(best tunable, o gpu.Options) error { return best.(*gpu.Engine).RoomForAnother(o) },
		resident: func(best tunable) bool { return best.(*gpu.Engine).CanReside() },
		start:    start, clock: time.Now, budget: budget, where: where,
	}
	best, err := t.tune(o)
	if err != nil {
		return nil, Result{}, err
	}
	return best.(*gpu.Engine), t.result, nil
}

// tunable is an engine as tuning uses it.
type tunable interface {
	Describe() model.Description
	Reset(*model.State) error
	Step(n int) error
	Finish() error
	SetWorkGroup(size int) error
	SetVariant(v options.Variant) error
	Close()
}

// tuner is the work of one call of Tune.
type tuner struct {
	make     func(gpu.Options) (tunable, error)
	sizes    func(tunable) []int                     // sizes of work groups that the device allows
	room     func(best tunable, o gpu.Options) error // why another engine has no room beside best; it returns nil if there is room, or if that is unknown
	resident func(best tunable) bool                 // whether the pipeline resident can step the model; nil: it can
	start    *model.State
	clock    func() time.Time
	budget   time.Duration
	where    Where

	began  time.Time     // when the first engine was made
	setUp  time.Duration // time to make the first engine
	cost   time.Duration // time of a trial that compiles passes anew, as the trial before tells it
	result Result
}

// worthwhile is the share of the time of another variant that a variant may take to replace it, so that noise
// chooses nothing.
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
		t.cost = 2 * fastest
		if o.WorkGroup == 0 {
			fastest, err = t.workGroups(best, fastest, 256, 128, 64, 512, 32, 1024)
		}
		other := false
		if err == nil {
			fastest, other, err = t.variants(best, fastest, o.WorkGroup)
		}
		if err == nil && other && o.WorkGroup == 0 { // the fastest size of the previous variant need not be that of this one
			_, err = t.workGroups(best, fastest, 128, 256, 64)
		}
	}
	var state physics.StateError
	if err == nil || errors.As(err, &state) { // the run will fail there, too, and report it
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

// left is the time that is left of the budget.
func (t *tuner) left() time.Duration { return t.budget - t.clock().Sub(t.began) }

// pipelines tries the pipelines other than that of the first engine, while there is time
// to make an engine and for two steps at the fastest pace so far. It returns the fastest
// engine and the time of its step, and closes the other engines.
func (t *tuner) pipelines(o gpu.Options, best tunable, fastest time.Duration) (tunable, time.Duration) {
	first := best.Describe().Pipeline
	for _, pipeline := range options.Pipelines() {
		if pipeline == first || pipeline == options.Resident && t.resident != nil && !t.resident(best) {
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
		if errors.Is(err, model.ErrUnsupported) {
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

// workGroups tries sizes of work groups in their order, and sets the fastest. It
// returns the time of its step.
func (t *tuner) workGroups(best tunable, fastest time.Duration, sizes ...int) (time.Duration, error) {
	allowed := t.sizes(best)
	chosen := best.Describe().WorkGroup
	first := chosen
	for _, size := range sizes {
		if !slices.Contains(allowed, size) || size == first {
			continue
		}
		if t.left() < t.cost {
			t.untried("other work groups")
			break
		}
		before := t.clock()
		if err := best.SetWorkGroup(size); err != nil {
			return 0, err
		}
		step, err := t.measure(best)
		if err != nil {
			return 0, err
		}
		t.cost = t.clock().Sub(before)
		if step < time.Duration(worthwhile*float64(fastest)) {
			chosen, fastest = size, step
		}
	}
	return fastest, best.SetWorkGroup(chosen)
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

// measure returns the time of a step of an engine, and lists it among the trials.
func (t *tuner) measure(e tunable) (time.Duration, error) {
	step, err := StepTime(e, t.start, t.clock, t.left)
	if step > 0 {
		d := e.Describe()
		t.result.Trials = append(t.result.Trials, Trial{d.Pipeline, d.WorkGroup, step})
	}
	return step, err
}

// Stepper holds the methods of an engine that StepTime uses.
type Stepper interface {
	Reset(*model.State) error
	Step(n int) error
	Finish() error
}

// StepTime returns the time of a step of an engine from a state. It runs one step, which
// wakes the device, then more steps until a run is long enough for the clock, and takes
// the faster of two such runs. It leaves the second run out where left tells that there is no time
// for it and for the upload of the state with which it begins. The engine stays where it is then.
func StepTime(e Stepper, start *model.State, clock func() time.Time, left func() time.Duration) (step time.Duration, err error) {
	const enough, most = 10 * time.Millisecond, 256
	run := func(steps int) (took time.Duration, err error) {
		if err := e.Reset(start); err != nil {
			return 0, err
		}
		if err := e.Finish(); err != nil {
			return 0, err
		}
		begin := clock()
		if err := e.Step(steps); err != nil {
			return 0, err
		}
		err = e.Finish()
		return clock().Sub(begin), err
	}
	before := clock()
	took, err := run(1)
	steps := 1
	for err == nil && took < enough && steps < most {
		steps *= 2
		before = clock()
		took, err = run(steps)
	}
	if err != nil {
		return 0, err
	}
	again := took
	if left() > clock().Sub(before) {
		again, err = run(steps)
	}
	return min(took, again) / time.Duration(steps), err
}
