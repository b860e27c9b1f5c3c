package model

import (
	"errors"
	"fmt"
	"slices"
)

// Track pulls the center c of a group to a point that may move, as one damped spring at the
// center would. The force F on the group, and the share of each mass, which strains nothing
// inside the group, are
//
//	F = M (s (g(t) − c) + d (ġ(t) − ċ)),  |F| ≤ Limit,  f_i = F m_i/M
//
// with the mass M of the group and g = Target + offset of Path. With Follows the target is a
// mass, which is not in the group and feels nothing. With Lag the damper takes the point as at
// rest, and the group lags d/s · ġ behind it. Masses that are pinned on all axes do not count.
// Validate rejects the zero value, which has no strength. It takes about 300 bytes and 4 per
// listed mass.
type Track struct {
	Name      string
	Masses    []uint32 // indices, ascending; nil: all masses
	Target    *Vec3    // point [m]; nil: the center of the group at rest
	Follows   bool     // whether the target is a mass
	Mass      uint32   // its number
	Path      Path     // how the point moves from there
	Lag       bool     // whether the damper takes the point as at rest
	Stiffness float64  // s [1/s²], >= 0
	Damping   float64  // d [1/s], >= 0
	Limit     float64  // largest force on the group [N]; zero: no limit
}

// At returns the offset of the point [m], and its rate [m/s] as the damper takes it, at
// time t [s].
func (k Track) At(t float64) (offset, rate Vec3) {
	if offset, rate = k.Path.At(t); k.Lag {
		rate = Vec3{}
	}
	return offset, rate
}

// faults returns a sentence for each fault of a tracking spring.
func (k Track) faults() []string {
	out := append(ascendingFaults(k.Masses), k.Path.faults()...)
	if k.Target != nil && k.Follows {
		out = append(out, "target is given beside a mass to follow; give one of the two")
	}
	if k.Target != nil && !finiteVec(*k.Target) {
		out = append(out, fmt.Sprintf("target is %v m; every component must be a finite number", *k.Target))
	}
	return append(out, strengthFaults([]strength{{"stiffness", "1/s²", k.Stiffness}, {"damping", "1/s", k.Damping}, {"limit", "N", k.Limit}}, 2)...)
}

// own copies the target, so that no other spring shares it.
func (k *Track) own() {
	if k.Target != nil {
		target := *k.Target
		k.Target = &target
	}
}

// move shifts the target by a vector [m].
func (k *Track) move(by Vec3) {
	if k.Target != nil {
		*k.Target = k.Target.Add(by)
	}
}

// still replaces the path by its position at time t [s].
func (k *Track) still(t float64) {
	offset, _ := k.Path.At(t)
	k.Path = Path{Table: []PathPoint{{Offset: offset}}}
}

func trackTerm() Term {
	t := listTerm("track", GroupTerm, "Tracks", true, items[Track]{
		get: func(p Params) []Track { return p.Tracks }, set: func(p *Params, l []Track) { p.Tracks = l },
		faults: Track.faults, title: func(k Track) string { return k.Name }, masses: func(k *Track) *[]uint32 { return &k.Masses },
		own: (*Track).own, move: (*Track).move, still: (*Track).still, suits: (*Model).trackFault})
	list := t.number
	t.number = func(p *Params, to Numbers) {
		list(p, to)
		for i := range p.Tracks {
			if k := &p.Tracks[i]; k.Follows {
				k.Mass = to.One(k.Mass)
			}
		}
	}
	return t
}

// trackFault returns an error if a tracking spring has nothing to move, or nothing to follow.
func (m *Model) trackFault(k *Track) error {
	if err := m.listFault(k.Masses); err != nil {
		return err
	}
	if !m.anyMoves(k.Masses) {
		return errors.New("none of its masses moves; list some that are not pinned on all axes")
	}
	if k.Follows {
		return k.followFault(m)
	}
	return nil
}

// anyMoves reports whether any mass of a list is not pinned on all axes.
func (m *Model) anyMoves(masses []uint32) (any bool) {
	m.Each(masses, func(i int) { any = any || m.PinOf(i) != PinAll })
	return any
}

// followFault returns an error if the mass to follow is not in the model, or is in the group.
func (k Track) followFault(m *Model) error {
	if err := m.listFault([]uint32{k.Mass}); err != nil {
		return fmt.Errorf("it follows %w", err)
	}
	if _, in := slices.BinarySearch(k.Masses, k.Mass); in || k.Masses == nil {
		return fmt.Errorf("it follows mass %d of its own group; name a mass that is not in it", k.Mass)
	}
	return nil
}
