package table

import (
	"fmt"
	"math"

	"hooke/laws/material"
	"hooke/model"
	"hooke/physics"
)

// Response is how the springs of a model resist in steps of one length: the numbers of the law of each,
// rounded to words.
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

// Spring returns the numbers of the law of a spring in two words, or an error when float32 cannot hold them.
func (r *Response) Spring(s int) (high, low Numbers, err error) {
	own := r.resolver.Spring(s)
	of := &r.Model.Materials[r.Model.MaterialOf[s]]
	if max(own.Stiffness, own.Damping) > math.MaxFloat32 {
		return high, low, fmt.Errorf("gpu: spring %d: material %s comes to k = %g N/m and c = %g N·s/m at dt = %g s, more than single "+
			"precision holds; use a larger dt, or smaller masses", s, *of, own.Stiffness, own.Damping, r.dt)
	}
	high, low = narrow(material.Law(of, own, 0))
	return high, low, nil
}
