package report

import (
	"context"
	"fmt"

	"hooke/bench"
	"hooke/engine"
	"hooke/model"
	"hooke/scene"
)

// MeasureAccuracy steps the engine again from the scene's start, no more than most steps, and
// compares it with the reference, and that with the reference at half the step. It leaves
// the engine there. For the reference itself it steps that alone. When ctx is cancelled while
// the reference steps, MeasureAccuracy returns an error that wraps that of ctx.
func MeasureAccuracy(ctx context.Context, e model.Engine, s *scene.Scene, most int64) (Accuracy, error) {
	steps := int(min(most, int64(bench.ErrorStepsOf(s.Model, s.Params))))
	found := Accuracy{reference: e.Describe().Engine == engine.CPURef}
	if steps == 0 || found.reference && (s.Control.Controls() || s.Model.SpringCount() > smallSprings) {
		return found, nil // the user waits for nothing but the reference
	}
	truth, err := truthOf(ctx, s, steps, most)
	if err == nil && truth == nil {
		return found, nil
	}
	if err != nil {
		return Accuracy{}, fmt.Errorf("measuring the error: %w", err)
	}
	found.steps, found.roundings, found.masses = truth.Steps, truth.Roundings(), len(truth.Masses)
	if !found.reference {
		if found.max, found.rms, err = bench.MeasureError(e, truth); err != nil {
			return Accuracy{}, fmt.Errorf("measuring the error: %w", err)
		}
	}
	switch {
	case s.Control.Controls():
		found.because = "a controller acts at steps"
	case bench.StepTied(s.Model, s.Params):
		found.because = "materials or contacts follow from dt"
	default:
		of := &found.step
		if of.max, of.rms, of.known, err = truth.StepError(ctx, s.Model, s.Params, s.Start); err != nil {
			return Accuracy{}, fmt.Errorf("measuring the error of the step: %w", err)
		}
	}
	return found, nil
}

// smallSprings is how many springs a model has at most of which the reference steps two
// windows: that costs nothing.
const smallSprings = 1000

// truthOf returns the truth of a scene, nil where the reference cannot step it. A small structure
// may be back where it began after some steps, a whole period: of two windows, that with more
// motion counts.
func truthOf(ctx context.Context, s *scene.Scene, steps int, most int64) (*bench.Truth, error) {
	if s.Control.Controls() {
		return controlledTruth(ctx, s, int(min(most, max(int64(steps), int64(periodsMeasured*s.Control.Period)))))
	}
	truth, err := bench.NewTruthOf(ctx, s.Model, s.Params, s.Start, steps)
	if err != nil || s.Model.SpringCount() > smallSprings || steps < 4 {
		return truth, err
	}
	shorter, err := bench.NewTruthOf(ctx, s.Model, s.Params, s.Start, steps*3/4)
	if err != nil || shorter.Roundings() <= 2*truth.Roundings() {
		return truth, err
	}
	return shorter, nil
}
