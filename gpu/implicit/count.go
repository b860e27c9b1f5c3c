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
	n.Lasting += (ranges.TurnSize(*n).Bytes + 15) / 16 // a run that goes back restores the tally
	if yields(p) {
		n.Loaded = Vectors(p) * n.Masses
	}
	if p.Ledger {
		n.Worked = n.Masses
		if len(p.Actuators) > 0 {
			n.Grown = n.Springs
		}
	}
}

// Vectors is how many vectors a mass has in the array of external forces: its force, what pairs
// push it and how much of that is damping, and the matrix by which loads yield.
func Vectors(p model.Params) int64 {
	n := int64(1)
	if p.Collision.Acts() {
		n += 2
	}
	if yields(p) {
		n += 2
	}
	return n
}
