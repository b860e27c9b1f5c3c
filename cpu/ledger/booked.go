package ledger

import (
	"hooke/cpu/divided"
	"hooke/model"
	"hooke/physics"
)

// Booked enters the state after a step that has booked its works itself. guided is the kinetic
// energy that guides took from masses that may move [J]. What energies have lost beyond the works
// of impulses and what dampers took, and what guides took, is the solver's.
func (k *Keeper) Booked(now *model.State, signals *physics.Signals, w divided.Works, guided float64) {
	was, free := k.holds, k.free
	k.Enter(now, signals)
	lost := was.Elastic - k.holds.Elastic + was.Contact - k.holds.Contact + free - k.free
	w.Flows.Solver += lost + w.Flows.Actuators - w.Springs - w.Gravity - w.Contacts - w.Flows.Damping - w.Flows.ContactDamping + guided
	k.sum = k.sum.Plus(1, w.Flows)
}

// freeGravitation returns the gravitational energy of the masses that may move [J].
func (k *Keeper) freeGravitation() (sum float64) {
	for i, x := range k.now.Position {
		if k.model.PinOf(i) != model.PinAll {
			sum -= k.model.Mass[i] * k.params.Gravity.Dot(x)
		}
	}
	return sum
}
