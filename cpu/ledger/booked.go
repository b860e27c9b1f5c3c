package ledger

import (
	"hooke/cpu/impulses"
	"hooke/model"
	"hooke/physics"
)

// Booked enters the state after a step that has recorded its works itself. guided is the
// kinetic energy that guides removed from free masses [J]. The loss of energies beyond the
// works of impulses, the dissipation of dampers and the loss to guides is the solver's.
func (k *Keeper) Booked(now *model.State, signals *physics.Signals, w impulses.Works, guided float64) {
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
