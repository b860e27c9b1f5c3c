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

// outermost is the share of the height that the groups of EndWords cover.
const outermost = 0.02

// EndWords returns the names of groups that every model has, for the masses in the outermost
// 2 % of its height at rest: "top" and "bottom".
func EndWords() []string { return []string{"top", "bottom"} }

// OwnGroup returns the group in Groups with that name; false if there is no such group.
func (m *Model) OwnGroup(name string) (Group, bool) {
	for _, g := range m.Groups {
		if g.Name == name {
			return g, true
		}
	}
	return Group{}, false
}

// Group returns the group with that name. If Groups has none, a name of EndWords stands for
// the outermost masses of the model, and GROUP/WORD for those of a group. Group returns false
// for any other name.
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

// End returns those of the given masses, or of all if masses is nil, that are in the
// outermost 2 % of their height at rest. word is "top" or "bottom".
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

// Connected returns the connected components of the model by its springs, without removed
// ones. of[i] is the component of mass i, and bodies[k] lists the masses of component k in
// ascending order. Components are in the order of their first masses; a mass without springs
// is a component of its own. The springs must be in arrays: use InArrays for a model with a
// pattern.
func (m *Model) Connected() (of []int, bodies [][]int) {
	parent := make([]int, m.MassCount())
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for s, ends := range m.Ends {
		if m.MaterialOf[s] == Removed {
			continue
		}
		// The lowest mass is the root, so that it is numbered before the others.
		a, b := root(int(ends[0])), root(int(ends[1]))
		parent[max(a, b)] = min(a, b)
	}
	of = make([]int, len(parent))
	for i := range parent {
		if at := root(i); at == i {
			of[i], bodies = len(bodies), append(bodies, nil)
		} else {
			of[i] = of[at]
		}
		bodies[of[i]] = append(bodies[of[i]], i)
	}
	return of, bodies
}
