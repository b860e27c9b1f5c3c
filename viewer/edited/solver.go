package edited

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics/bigstep"
	"hooke/physics/bigstep/judge"
)

// SolveBy continues from the present state with another solver. The step is kept if both
// divide it, or neither does; else it is chosen again, as the substeps are. The solver of the
// subject returns with its own step and numbers. After an error nothing has changed; it is
// *bigstep.TooStiff if substeps are not worth it.
func (r *Run) SolveBy(i model.Integrator) error {
	if i == r.Params.Integrator {
		return nil
	}
	p, first := r.Params.SolvedBy(i), r.Subject.Params
	divides, divided := i.Method().Divides, r.Params.Integrator.Method().Divides
	if divides {
		p.Substeps = 0
	}
	switch {
	case i == first.Integrator && (divides || divided):
		p.DT, p.Substeps, p.Iterations, p.Warm, p.Forward, p.Tolerance = first.DT, first.Substeps, first.Iterations, first.Warm, first.Forward, first.Tolerance
	case divides != divided:
		p.DT = 0
	}
	p, err := bigstep.With(r.Model, p)
	if err != nil {
		return err
	}
	if p.DT != r.Params.DT && p.DragKept != 0 { // which is of a step
		p.DragHalfLife, p.DragKept = r.Params.DragLife(), 0
	}
	if err := r.Change(p); err != nil {
		return err
	}
	if divides || divided {
		r.Substeps = 1
	}
	return nil
}

// Divide divides the step into the given number of substeps; the step itself stays. A solver that needs
// no safe step takes them within a step; of others each is a step of its own.
func (r *Run) Divide(substeps int) error {
	p := r.Params
	if p.Integrator.Method().Divides {
		p.Substeps = substeps
		return r.Change(p)
	}
	if substeps == r.Substeps {
		return nil
	}
	p.DT *= float64(r.Substeps) / float64(substeps)
	if err := r.Change(p); err != nil {
		return err
	}
	r.Substeps = substeps
	return nil
}

// Divided is into how many substeps the step is divided.
func (r *Run) Divided() int { return r.Substeps * max(1, r.Params.Substeps) }

// FirstBy returns the parameters with the numbers that the solver had at first: those of the
// subject where it is solved so, else those that are chosen.
func (r *Run) FirstBy() model.Params {
	p, first := r.Params, r.Subject.Params
	if p.Substeps, p.Iterations = 0, 0; p.Integrator == first.Integrator {
		p.Substeps, p.Iterations = first.Substeps, first.Iterations
	} else if chosen, err := bigstep.With(r.Model, p); err == nil {
		p = chosen
	}
	return p
}

// Iterate sweeps so often over all springs in a substep.
func (r *Run) Iterate(iterations int) error {
	p := r.Params
	p.Iterations = iterations
	return r.Change(p)
}

// Residual returns how far the last substep is from solved, and a warning about it, or about forces that are
// off from the law of springs; empty: all is well. It is the zero value where the solver has no residual. It
// waits for the engine.
func (r *Run) Residual() (left model.Residual, words string, err error) {
	r.settle()
	if of, ok := model.As[model.Converger](r.Engine); ok {
		if left, err = of.Residual(); err != nil {
			return left, "", fmt.Errorf("viewer: %w", err)
		}
	}
	if words = bigstep.ResidualWords(r.Params, left); words == "" {
		words, err = r.unlawful()
	}
	return left, words, err
}

// unlawful says by how much forces of springs are off from their law, where users are warned after a run, too.
func (r *Run) unlawful() (string, error) {
	if !r.Params.Integrator.Method().Divides || r.Model.Pattern != nil {
		return "", nil
	}
	state, err := r.State()
	if err != nil {
		return "", err
	}
	return judge.DefectOf(r.Model, r.Params, state, r.RestScale(), math.Ldexp(1, -23)).Words(r.Params), nil
}
