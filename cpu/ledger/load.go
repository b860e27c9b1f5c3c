package ledger

import (
	"hooke/model"
	"hooke/physics/measure"
)

// loads evaluates the external forces on every mass [N], with velocities as forces see them.
// Masses that are pinned on all axes have none.
func (k *Keeper) loads(at moment, position, velocity []model.Vec3) {
	clear(k.load)
	measure.Loads(k.model, &k.params, at.signals, position, velocity, func(i int, f model.Vec3) { k.load[i] = k.load[i].Add(f) })
}
