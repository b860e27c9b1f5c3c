// Package judge measures the error of a run by a solver that divides steps, in three ways
// that do not depend on the solver:
//
//	law   k (L − L0) + c L̇ of each spring against the force that the solver gave it
//	rest  a structure at rest against the minimum of its energy (package relax)
//	path  the centers of free bodies without contact against the solver's own v ← D v + h g, x ← x + h v
//
// It gives the reason if one of them does not apply.
package judge

import (
	"context"

	"hooke/model"
)

// Run is a run that has ended.
type Run struct {
	Model      *model.Model
	Params     model.Params
	Start, End *model.State   // with the forces that the solver gave springs at the end, where it says them
	RestScale  []float64      // L0(t)/L0 of each actuator's springs at the end; nil: nothing is actuated
	Residual   model.Residual // that iterations have left
	Rounding   float64        // of positions, as a share, of the engine
	Calm       *Calm          // how it came to rest
}

// Report lists the errors of a run.
type Report struct {
	Defect Defect
	Rest   Rest
	Path   Path
}

// mostOff is the share above which users are warned.
const mostOff = 0.05

// Of judges a run. A canceled context ends the search for its rest, which then is not judged. Of a solver that does not
// divide steps nothing is said: the zero value. Patterns are not judged, and need no states.
func Of(ctx context.Context, r Run) (out Report) {
	if !r.Params.Integrator.Method().Divides {
		return out
	}
	if r.Model.Pattern != nil {
		out.Rest.Why = "springs of a pattern are not looked at one by one"
		out.Path.Why = out.Rest.Why
		return out
	}
	out.Defect = DefectOf(r.Model, r.Params, r.End, r.RestScale, r.Rounding)
	if r.Params.Integrator.Method().Tolerance > 0 {
		if out.Defect = leftOf(r); r.Residual.Force <= r.Params.Ends() {
			out.Defect.solved = true
		}
	}
	out.Rest, out.Path = restOf(ctx, r), pathOf(r)
	return out
}

// Words returns a warning about each error of a run, with a remedy.
func (r Report) Words(p model.Params) (out []string) {
	for _, words := range []string{r.Defect.Words(p), r.Rest.Words(p), r.Path.Words(p)} {
		if words != "" {
			out = append(out, words)
		}
	}
	return out
}
