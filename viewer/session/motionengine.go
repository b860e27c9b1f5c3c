package session

import (
	"errors"
	"reflect"

	"hooke/control/gait"
	"hooke/control/metrics"
	"hooke/model"
	"hooke/viewer/draw"
)

// watchedEngine is an engine around another one. While somebody looks it takes its steps one by one and sees each state; else it
// only passes them on.
type watchedEngine struct {
	draw.DrawnEngine
	motion *Motion
	model  *model.Model
	params model.Params
	start  float64        // simulated time of the start of the run [s]
	seen   *gait.Observer // nil: this state was not observed yet
	steps  int64          // that it has seen
}

// Unwrap is the engine that is looked at.
func (w *watchedEngine) Unwrap() model.Engine { return w.DrawnEngine }

// begin begins to look at the present state.
func (w *watchedEngine) begin() error {
	seen, err := gait.Observe(w.DrawnEngine, w.model, w.params, w.start, metrics.Options{})
	if err != nil {
		return err
	}
	seen.Keep = pathTime
	w.seen, w.steps = seen, 0
	return seen.Look(true)
}

// Step takes n steps. While somebody looks it waits for each.
func (w *watchedEngine) Step(n int) error {
	if !w.motion.shown || n <= 0 {
		return w.DrawnEngine.Step(n)
	}
	if w.seen == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	for range n {
		if err := w.seen.Touch(); err != nil {
			return err
		}
		if err := w.DrawnEngine.Step(1); err != nil {
			return err
		}
		w.steps++
		if err := w.seen.Look(w.steps%w.seen.Every() == 0); err != nil {
			return err
		}
	}
	return nil
}

// Reset replaces the state and ends the record.
func (w *watchedEngine) Reset(s *model.State) error {
	w.seen = nil
	if err := w.DrawnEngine.Reset(s); err != nil || !w.motion.shown {
		return err
	}
	return w.begin()
}

// SetParams replaces the parameters of an engine that can; changes other than pulls of tools
// end the record.
func (w *watchedEngine) SetParams(p model.Params) error {
	setter, ok := model.As[model.ParamsSetter](w.DrawnEngine)
	if !ok {
		return errors.New("viewer: this engine takes no other parameters while it runs")
	}
	if err := setter.SetParams(p); err != nil {
		return err
	}
	before, after := w.params, p
	before.Handles, after.Handles = nil, nil
	if w.params = p; !w.motion.shown || reflect.DeepEqual(before, after) {
		return nil
	}
	return w.begin()
}

// Background is that of the engine; nil while somebody looks at each step.
func (w *watchedEngine) Background() model.Background {
	if aside, ok := model.As[model.BackgroundStepper](w.DrawnEngine); ok && !w.motion.shown {
		return aside.Background()
	}
	return nil
}
