package bench

import (
	"context"
	"fmt"

	"hooke/check"
	"hooke/cpuref"
	"hooke/model"
)

// ErrorSteps is over how many steps the error beside a rate is measured: 100,
// or 20 above a million springs, or 4 above ten million, where the reference
// would take too long.
func ErrorSteps(springs int) int {
	switch {
	case springs > 10_000_000:
		return 4
	case springs > 1_000_000:
		return 20
	}
	return 100
}

// Truth is where the float64 reference is after some steps from a start.
type Truth struct {
	Start *model.State  // rounded to float32, so that no engine is charged for the upload
	Steps int           // from there
	End   *cpuref.State // what the reference makes of them
}

// NewTruth runs the reference. It changes neither the model nor start. A
// cancelled context ends it between two steps, with an error that wraps the
// context's.
func NewTruth(ctx context.Context, m *model.Model, p model.Params, start *model.State, steps int) (*Truth, error) {
	rounded := start.Clone()
	rounded.RoundToFloat32()
	reference, err := cpuref.New(m, p)
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	if err := reference.Reset(rounded); err != nil {
		return nil, err
	}
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return nil, interruption{fmt.Sprintf("interrupted at step %d of %d of the reference", step, steps), err}
		}
		if err := reference.Step(1); err != nil {
			return nil, err
		}
	}
	if err := reference.Finish(); err != nil {
		return nil, fmt.Errorf("the reference itself: %w", err)
	}
	end := *reference.State() // a pointer into the engine would keep all of that in memory
	return &Truth{Start: rounded, Steps: steps, End: &end}, nil
}

// MeasureError steps the engine from the truth's start and compares where it
// ends with the reference: max |x − x_ref| / max |x_ref − x_0|, and the same of
// root mean squares. Doing nothing scores 1; float32 rounding alone about 4e-4
// over 100 steps of canon. The engine's state is left at the end of those
// steps.
func MeasureError(engine model.Engine, truth *Truth) (largest, rms float64, err error) {
	if err := engine.Reset(truth.Start); err != nil {
		return 0, 0, err
	}
	if err := engine.Step(truth.Steps); err != nil {
		return 0, 0, err
	}
	if err := engine.Finish(); err != nil {
		return 0, 0, err
	}
	var got model.Snapshot
	if err := engine.Read(&got); err != nil {
		return 0, 0, err
	}
	largest, rms = check.RelativeError((*cpuref.State)(truth.Start), truth.End, got)
	return largest, rms, nil
}

// Roundings is the largest motion of the truth, in float32 roundings of the
// largest coordinate: 2^-24 of it. Below a few thousand, an error as a share of
// the motion says more about the coordinates than about an engine.
func (t *Truth) Roundings() float64 {
	motion, farthest := 0.0, 0.0
	for i, start := range t.Start.Position {
		motion = max(motion, t.End.Position[i].Sub(start).Len())
		farthest = max(farthest, start.Len())
	}
	if motion == 0 {
		return 0
	}
	return motion / (farthest / (1 << 24))
}
