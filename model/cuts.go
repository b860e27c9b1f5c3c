package model

import (
	"cmp"
	"slices"

	"hooke/model/inelastic"
)

// Cuts are the pairs of masses that only removed springs join, in ascending order. The lower mass
// comes first in each pair.
type Cuts [][2]uint32

// Cuts returns the pairs of masses between which all springs are removed.
func (m *Model) Cuts() (cut Cuts) {
	removed := func(spring int) bool { return m.MaterialOf[spring] == Removed }
	for s := range m.StructuralEnds() {
		if removed(s) {
			cut = append(cut, pairOf(m.Ends[s][0], m.Ends[s][1]))
		}
	}
	if len(cut) == 0 {
		return nil
	}
	slices.SortFunc(cut, comparePairs)
	cut = slices.Compact(cut)
	var held Cuts // the pairs that another spring still joins
	for s, ends := range m.StructuralEnds() {
		if !removed(s) && cut.between(ends[0], ends[1]) {
			held = append(held, pairOf(ends[0], ends[1]))
		}
	}
	slices.SortFunc(held, comparePairs)
	return slices.DeleteFunc(cut, func(pair [2]uint32) bool { return held.between(pair[0], pair[1]) })
}

// Through reports whether a side of a triangle is cut.
func (c Cuts) Through(t [3]uint32) bool {
	return c.between(t[0], t[1]) || c.between(t[1], t[2]) || c.between(t[2], t[0])
}

func (c Cuts) between(a, b uint32) bool {
	_, is := slices.BinarySearchFunc(c, pairOf(a, b), comparePairs)
	return is
}

func pairOf(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

func comparePairs(p, q [2]uint32) int {
	return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
}

// Tears follows which pairs of masses and which triangles torn springs have cut. Cuts by springs that were
// removed from the start do not count. The zero value has no cut.
type Tears struct {
	torn        []bool // of all springs
	before, now Cuts
}

// Follow brings it up to date with the changes of a model's springs, and reports whether other
// springs are torn than before.
func (t *Tears) Follow(m *Model, changes []inelastic.Change) (changed bool) {
	if len(t.torn) != len(changes) {
		changed = t.now != nil
		*t = Tears{torn: make([]bool, len(changes))}
	}
	for s := range changes {
		if torn := changes[s].Torn(); torn != t.torn[s] {
			t.torn[s], changed = torn, true
		}
	}
	if changed {
		t.before, t.now = m.Cuts(), m.Changed(changes).Cuts()
	}
	return changed
}

// Between reports whether torn springs alone joined two masses.
func (t *Tears) Between(a, b uint32) bool { return t.now.between(a, b) && !t.before.between(a, b) }

// Through reports whether a side of a triangle is cut.
func (t *Tears) Through(triangle [3]uint32) bool {
	return t.now.Through(triangle) && !t.before.Through(triangle)
}

// Aired returns the model without the triangles that torn springs have cut, on which wind blows no
// more. It is m itself without torn springs and without triangles. Triangles between springs that
// were removed from the start stay.
func (m *Model) Aired(changes []inelastic.Change) *Model {
	if len(m.Triangles) == 0 || inelastic.Torn(changes) == 0 {
		return m
	}
	out, tears := *m, Tears{}
	tears.Follow(m, changes)
	out.Triangles = slices.DeleteFunc(slices.Clone(m.Triangles), tears.Through)
	return &out
}

// Held returns parameters without the hinges over springs that are torn, or of triangles that these have
// cut, and without the pressures in skins with such triangles: their air escapes at once. They are p itself
// where nothing of these is cut.
func (m *Model) Held(p Params, changes []inelastic.Change) Params {
	if len(p.Bends)+len(p.Pressures) == 0 || inelastic.Torn(changes) == 0 {
		return p
	}
	var tears Tears
	tears.Follow(m, changes)
	bends := slices.Clone(p.Bends)
	for i := range bends {
		bends[i].Hinges = slices.DeleteFunc(slices.Clone(bends[i].Hinges), tears.unhinged)
	}
	cut := slices.DeleteFunc(slices.Clone(m.Triangles), func(t [3]uint32) bool { return !tears.Through(t) })
	p.Bends, p.Pressures = bends, slices.DeleteFunc(slices.Clone(p.Pressures), func(s Pressure) bool {
		return slices.ContainsFunc(cut, func(t [3]uint32) bool { return s.of(t[0]) && s.of(t[1]) && s.of(t[2]) })
	})
	return p
}

// unhinged reports whether a hinge is cut.
func (t *Tears) unhinged(h Hinge) bool {
	a, b, c, d := h.Masses[0], h.Masses[1], h.Masses[2], h.Masses[3]
	if h.OfChain() {
		return t.Between(a, b) || t.Between(b, c)
	}
	return t.Through([3]uint32{a, b, c}) || t.Through([3]uint32{a, b, d})
}
