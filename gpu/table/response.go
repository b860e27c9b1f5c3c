package table

import (
	"fmt"
	"math"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/physics"
)

// Response is how the springs of a model resist in steps of one length: k and c of each
// spring, rounded to words.
type Response struct {
	Model    *model.Model
	dt       float64 // [s]
	resolver *physics.Resolver
}

// NewResponse resolves the materials of a model for steps of dt [s].
func NewResponse(m *model.Model, dt float64) *Response {
	return &Response{Model: m, dt: dt, resolver: physics.NewResolver(m, dt)}
}

// ResponseOf resolves the materials of a model for the steps of a run, or for their substeps
// where the solver divides them.
func ResponseOf(m *model.Model, p model.Params) *Response {
	return &Response{Model: m, dt: p.Substep().DT, resolver: physics.ResolverOf(m, p)}
}

// Narrow is k [N/m] and c [N·s/m] of a spring, in two words each.
type Narrow struct{ Stiffness, StiffnessLow, Damping, DampingLow float32 }

// Spring returns k and c of a spring, or an error when float32 cannot hold them.
func (r *Response) Spring(s int) (n Narrow, err error) {
	own := r.resolver.Spring(s)
	if max(own.Stiffness, own.Damping) > math.MaxFloat32 {
		return n, fmt.Errorf("gpu: spring %d: material %s comes to k = %g N/m and c = %g N·s/m at dt = %g s, more than single "+
			"precision holds; use a larger dt, or smaller masses", s, r.Model.Materials[r.Model.MaterialOf[s]], own.Stiffness, own.Damping, r.dt)
	}
	n.Stiffness, n.StiffnessLow = options.TwoWords(own.Stiffness)
	n.Damping, n.DampingLow = options.TwoWords(own.Damping)
	return n, nil
}
