package ledger

import (
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics/measure"
)

// loads evaluates the external forces on every mass [N], with velocities as forces see them.
// It leaves out masses that are pinned on all axes.
func (k *Keeper) loads(at moment, position, velocity []model.Vec3) {
	clear(k.load)
	measure.Loads(k.airing(at), &k.params, k.groups, at.signals, position, velocity, func(i int, f model.Vec3) { k.load[i] = k.load[i].Add(f) })
}

// airing is a model with the triangles on which wind blows, those that torn springs have not cut.
type airing struct {
	model *model.Model
	torn  int // springs
}

// airing returns the model for the loads of a state.
func (k *Keeper) airing(at moment) *model.Model {
	if len(at.Changes) == 0 || !k.params.Wind.Blows() {
		return k.model
	}
	if torn := inelastic.Torn(at.Changes); torn != k.aired.torn || k.aired.model == nil {
		k.aired = airing{k.model.Aired(at.Changes), torn}
	}
	return k.aired.model
}
