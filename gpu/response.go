package gpu

import (
	"fmt"
	"math"

	"hooke/model"
)

// response is how the springs of a model resist in steps of one length: k and c of each,
// rounded to words.
type response struct {
	model    *model.Model
	dt       float64 // [s]
	resolver *model.Resolver
}

// newResponse resolves the materials of a model for steps of dt [s].
func newResponse(m *model.Model, dt float64) *response {
	return &response{model: m, dt: dt, resolver: model.NewResolver(m, dt)}
}

// narrow is k [N/m] and c [N·s/m] of a spring in two words each.
type narrow struct{ stiffness, stiffnessLow, damping, dampingLow float32 }

// spring is k and c of a spring, or an error when float32 cannot hold them.
func (r *response) spring(s int) (n narrow, err error) {
	own := r.resolver.Spring(s)
	if max(own.Stiffness, own.Damping) > math.MaxFloat32 {
		return n, fmt.Errorf("gpu: spring %d: material %s comes to k = %g N/m and c = %g N·s/m at dt = %g s, more than single "+
			"precision holds; use a larger dt, or smaller masses", s, r.model.Materials[r.model.MaterialOf[s]], own.Stiffness, own.Damping, r.dt)
	}
	n.stiffness, n.stiffnessLow = twoWords(own.Stiffness)
	n.damping, n.dampingLow = twoWords(own.Damping)
	return n, nil
}
