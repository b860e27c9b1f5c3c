package ledger

import (
	"hooke/model"
	"hooke/physics/measure"
)

// loads evaluates the external forces on every mass [N], with velocities as forces see them, and
// the elastic ones. The external ones leave out masses that are pinned on all axes.
func (k *Keeper) loads(at moment, position, velocity []model.Vec3) {
	k.elastic.At(at.signals.Time, position, velocity)
	clear(k.load)
	measure.Loads(k.airing(at), &k.params, k.groups, at.signals, position, velocity, func(i int, f model.Vec3) { k.load[i] = k.load[i].Add(f) })
}

// airing is a model with the triangles on which wind blows, those that torn springs have not cut.
type airing struct {
	model *model.Model
	tears model.Tears
}

// airing returns the model for the loads of a state.
func (k *Keeper) airing(at moment) *model.Model {
	if len(at.Changes) == 0 || !k.params.Wind.Blows() {
		return k.model
	}
	if k.aired.tears.Follow(k.model, at.Changes) || k.aired.model == nil {
		k.aired.model = k.model.Aired(at.Changes)
	}
	return k.aired.model
}
