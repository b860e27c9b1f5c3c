package relax

import (
	"context"
	"errors"
	"fmt"

	"hooke/model"
)

// refuseRods says why rods cannot be relaxed under the parameters of a run; nil: they can.
func refuseRods(m *model.Model, p model.Params) error {
	if err := refuseNewton(m, p, false); err != nil {
		return fmt.Errorf("relax: %w, and rods are relaxed by springs, rods, weight, forces, handles and contacts without friction alone; take that out, or run it by %v with drag_half_life until it rests", err, p.Integrator)
	}
	return nil
}

// byNewton brings a model with rods to rest: explicit steps cannot turn their segments. The engine says where it
// begins, and is left at the rest.
func (r *relaxation) byNewton(ctx context.Context) error {
	start, err := r.state()
	if err != nil {
		return err
	}
	problem, err := NewProblem(r.model, r.engine.Params(), start.Time, nil)
	if err != nil {
		return fmt.Errorf("relax: %w", err)
	}
	r.result.Newton = true
	found, err := problem.Solve(ctx, start, NewtonOptions{Residual: r.options.Residual, Iterations: int(min(r.options.Steps, mostNewton)), Stable: true,
		Progress: func(iterations int, residual float64) {
			if r.options.Progress != nil {
				r.options.Progress(int64(iterations), residual)
			}
		}})
	r.result.Residual, r.result.Mass, r.result.Steps, r.result.Left = found.Residual, found.Mass, int64(found.Iterations), found.Left
	r.result.Allowed = found.Allowed
	var lost *NotFoundError
	switch {
	case errors.As(err, &lost):
		r.result.Unstable = lost.Unstable
		err = errNotSettled
	case err != nil:
		return err
	}
	step, time := r.result.State.Step, r.result.State.Time
	if wrong := errors.Join(r.engine.Reset(found.State), r.engine.Read(&r.result.State)); wrong != nil {
		return wrong
	}
	r.result.State.Step, r.result.State.Time = step, time
	return err
}

// mostNewton is the most iterations of Newton's method.
const mostNewton = 2000
