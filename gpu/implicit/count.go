package implicit

import (
	"hooke/gpu/ranges"
	"hooke/model"
)

// Count adds to the counts of a run what its descent takes.
func Count(n *ranges.Counts, p model.Params) {
	if n.Descends = p.Integrator == model.ImplicitEuler; !n.Descends {
		return
	}
	n.Held = holds(p)
	if yields(p) {
		n.Loaded = 3 * n.Masses // how loads yield lies behind the forces
	}
}
