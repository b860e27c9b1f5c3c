package model

import (
	"slices"
	"strings"
)

// Group is a named subset of a model's masses.
type Group struct {
	Name   string
	Masses []uint32 // indices, ascending
}

// outermost is the part of the height that the groups of EndWords have.
const outermost = 0.02

// EndWords returns the names that Group knows without a group: the masses in the outermost 2 % of
// the height at rest.
func EndWords() []string { return []string{"top", "bottom"} }

// OwnGroup returns the group of that name in Groups; false when the model has none.
func (m *Model) OwnGroup(name string) (Group, bool) {
	for _, g := range m.Groups {
		if g.Name == name {
			return g, true
		}
	}
	return Group{}, false
}

// Group returns the group of that name. Where the model has none, a name of EndWords is the outermost
// masses of the model, and GROUP/WORD those of a group. It returns false for other names.
func (m *Model) Group(name string) (Group, bool) {
	if g, own := m.OwnGroup(name); own {
		return g, true
	}
	at := strings.LastIndexByte(name, '/')
	word := name[at+1:]
	if !slices.Contains(EndWords(), word) || m.MassCount() == 0 {
		return Group{}, false
	}
	if at < 0 {
		return Group{Name: name, Masses: m.End(word, nil)}, true
	}
	of, own := m.OwnGroup(name[:at])
	if !own || len(of.Masses) == 0 {
		return Group{}, false
	}
	return Group{Name: name, Masses: m.End(word, of.Masses)}, true
}

// End returns the masses of some, nil meaning all, in the outermost 2 % of their height at rest, at the top
// or the bottom, as word says.
func (m *Model) End(word string, masses []uint32) (out []uint32) {
	at := m.RestPositions()
	lo, hi := 0.0, 0.0
	first := true
	m.Each(masses, func(i int) {
		z := at.At(i)[2]
		if first {
			lo, hi, first = z, z, false
		}
		lo, hi = min(lo, z), max(hi, z)
	})
	margin := outermost * (hi - lo)
	m.Each(masses, func(i int) {
		if z := at.At(i)[2]; word == "top" && z >= hi-margin || word == "bottom" && z <= lo+margin {
			out = append(out, uint32(i))
		}
	})
	return out
}
