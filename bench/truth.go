package bench

import (
	"context"
	"fmt"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/engine/origin"
	"hooke/model"
)

// ErrorSteps returns the number of steps over which the error beside a rate is measured:
// 100, or 20 above a million springs, or 4 above ten million, where the reference would
// take too long.
func ErrorSteps(springs int) int {
	switch {
	case springs > 10_000_000:
		return 4
	case springs > 1_000_000:
		return 20
	}
	return 100
}

// mostPairs is how many pairs of masses the reference may look at for an error: some seconds.
const mostPairs = 4e9

// ErrorStepsOf returns ErrorSteps of a model, divided by the sweeps of a step, and no more than the reference can take in some seconds
// where masses collide: it looks at all pairs of those that take part. 0 means that a single step
// takes longer.
func ErrorStepsOf(m *model.Model, p model.Params) int {
	steps := max(1, ErrorSteps(m.SpringCount())/p.Visits())
	if !p.Collision.Acts() {
		return steps
	}
	taking := 0.0
	for _, r := range m.Radius {
		if r > 0 {
			taking++
		}
	}
	return int(min(float64(steps), mostPairs/max(1, taking*taking/2)))
}

// Truth is the state of the float64 reference after some steps from a start.
type Truth struct {
	Start *model.State  // start state, rounded to float32 from its origin, so that no engine is charged for the upload
	Steps int           // number of steps from Start
	End   *cpuref.State // state in which the reference ends

	Masses []uint32     // numbers of the masses of Start and End in the model; nil: they are all of its masses
	Whole  *model.State // start of the model where Masses are not nil
}

// NewTruth runs the reference. It changes neither the model nor start. When ctx is
// cancelled it ends between two steps, with an error that wraps that of ctx.
func NewTruth(ctx context.Context, m *model.Model, p model.Params, start *model.State, steps int) (*Truth, error) {
	return newTruth(ctx, m, p, start, steps, origin.At(start))
}

// newTruth returns NewTruth for an engine that counts positions from a point.
func newTruth(ctx context.Context, m *model.Model, p model.Params, start *model.State, steps int, at model.Vec3) (*Truth, error) {
	rounded := start.From(at).Clone()
	rounded.RoundToFloat32()
	rounded = rounded.From(at.Mul(-1))
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
	end := *reference.State() // a pointer into the reference would keep all of it in memory
	return &Truth{Start: rounded, Steps: steps, End: &end}, nil
}

// MeasureError steps the engine from the truth's start and compares its end with that of
// the reference: largest is max |x − x_ref| / max |x_ref − x_0|, and rms is the same of
// root mean squares. An engine that does nothing scores 1; float32 rounding alone scores
// about 4e-4 over 100 steps of canon. The engine stays in its end state.
func MeasureError(engine model.Engine, truth *Truth) (largest, rms float64, err error) {
	start := truth.Start
	if truth.Masses != nil {
		start = truth.Whole
	}
	if err := engine.Reset(start); err != nil {
		return 0, 0, err
	}
	if err := engine.Step(truth.Steps); err != nil {
		return 0, 0, err
	}
	if err := engine.Finish(); err != nil {
		return 0, 0, err
	}
	got, err := truth.read(engine)
	if err != nil {
		return 0, 0, err
	}
	largest, rms = check.RelativeError((*cpuref.State)(truth.Start), truth.End, got)
	return largest, rms, nil
}

// Roundings returns the largest motion of the truth, in float32 roundings of the largest
// coordinate, each 2^-24 of it. Below a few thousand, an error as a share of the motion
// says more about the coordinates than about an engine.
func (t *Truth) Roundings() float64 {
	motion, farthest, at := 0.0, 0.0, origin.At(t.Start)
	if t.Masses != nil {
		at = origin.At(t.Whole)
	}
	for i, start := range t.Start.Position {
		motion = max(motion, t.End.Position[i].Sub(start).Len())
		farthest = max(farthest, start.Sub(at).Len())
	}
	if motion == 0 {
		return 0
	}
	return motion / (farthest / (1 << 24))
}
