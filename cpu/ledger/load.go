package ledger

import (
	"hooke/model"
	"hooke/physics/measure"
)

// loads evaluates the external forces on every mass [N], with velocities as forces see them, and
// the elastic ones. The external ones leave out masses that are pinned on all axes.
func (k *Keeper) loads(at moment, position, velocity []model.Vec3) {
	clear(k.load)
	air := k.airing(at)
	k.elastic.at(air.elastic, position, velocity)
	measure.Loads(air.model, &k.params, air.others, at.signals, position, velocity, func(i int, f model.Vec3) { k.load[i] = k.load[i].Add(f) })
}

// airing holds the triangles on which wind blows and the forces on groups, as far as torn springs have cut
// nothing of them.
type airing struct {
	model           *model.Model // nil: they are to be found
	elastic, others *measure.Groups
	tears           model.Tears
}

// airing returns the model and the forces on groups for the loads of a state.
func (k *Keeper) airing(at moment) *airing {
	if len(at.Changes) == 0 || !k.params.Wind.Blows() && len(k.params.Bends)+len(k.params.Pressures) == 0 {
		return &k.whole
	}
	if a := &k.aired; a.tears.Follow(k.model, at.Changes) || a.model == nil {
		held := k.model.Held(k.params, at.Changes)
		a.model = k.model.Aired(at.Changes)
		a.elastic, a.others = measure.GroupsOf(k.model, &held).Divided()
	}
	return &k.aired
}
