package report

import (
	"context"
	"fmt"

	"hooke/bench"
	"hooke/control"
	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/model"
	"hooke/scene"
)

// periodsMeasured is how many periods of a controlled run the error is measured over, at least.
const periodsMeasured = 3

// controlledTruth returns a truth of a run with its loop closed around the reference. It is nil for a model by a pattern, of which
// the reference steps a block.
func controlledTruth(ctx context.Context, s *scene.Scene, steps int) (*bench.Truth, error) {
	if s.Model.Pattern != nil {
		return nil, nil
	}
	truth, err := bench.NewTruth(ctx, s.Model, s.Params, s.Start, 0) // its rounded start
	if err != nil {
		return nil, err
	}
	p := s.Control.Ready(s.Params)
	reference, err := cpuref.New(s.Model, p)
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	loop, _, err := control.Around(reference, s.Model, p, s.Control.At(p.DT))
	if err != nil {
		return nil, err
	}
	if err := loop.Reset(truth.Start); err != nil {
		return nil, err
	}
	for range steps {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("interrupted while the reference steps: %w", err)
		}
		if err := loop.Step(1); err != nil {
			return nil, err
		}
	}
	end := *reference.State()
	truth.End, truth.Steps = &end, steps
	return truth, nil
}

// LoopTolerance is how far an engine with its loop may be from the reference with its own, as a share of the motion.
const LoopTolerance = 1e-3

// CheckLoop steps an engine whose run is controlled through some periods, and compares it with the reference, which has
// a loop of its own. The engine stays in its end state.
func CheckLoop(ctx context.Context, e model.Engine, s *scene.Scene) (check.Outcome, error) {
	steps := periodsMeasured * s.Control.Period
	out := check.Outcome{Case: s.Name, Check: "controlled run", Tolerance: LoopTolerance, WorstMass: -1, WorstSpring: -1,
		Detail: fmt.Sprintf("error as a share of the motion in %d periods, %d steps, each with its own loop", periodsMeasured, steps)}
	truth, err := controlledTruth(ctx, s, steps)
	if err != nil || truth == nil {
		return out, err
	}
	if out.Max, out.RMS, err = bench.MeasureError(e, truth); err != nil {
		return out, err
	}
	out.OK = out.Max <= out.Tolerance
	return out, nil
}
