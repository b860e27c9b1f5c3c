package measure

import (
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// forces writes into f the force on every mass [N] without those of contacts, pins and
// guides: springs, loads, wind, pushes of masses on each other, and weight. Loads do not act
// on masses that are pinned on all axes.
func (l *ReactionLaw) forces(f []model.Vec3, s *model.State, now *physics.Signals) {
	clear(f)
	m, p := l.model, l.params
	for i, ends := range m.Ends {
		if m.MaterialOf[i] == model.Removed {
			continue
		}
		a, b, pull := ends[0], ends[1], l.springs.Pull(s, i, now.RestScale)
		f[a], f[b] = f[a].Add(pull), f[b].Sub(pull)
	}
	groups := l.groups
	if held := m.Held(p, s.Changes); inelastic.Torn(s.Changes) > 0 && p.LoadsGroups() {
		groups = GroupsOf(m, &held)
	}
	Loads(m.Aired(s.Changes), &l.params, groups, now, s.Position, s.Velocity, func(i int, by model.Vec3) { f[i] = f[i].Add(by) })
	l.addMeetings(f, s)
	for _, t := range l.touches(s) {
		f[t.i], f[t.j] = f[t.i].Add(t.push), f[t.j].Sub(t.push)
	}
	for i := range f {
		f[i] = f[i].Add(p.Gravity.Mul(m.Mass[i]))
	}
}
