package model

import (
	"fmt"
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

// AllWord is the name of the group of all masses, which every model has.
const AllWord = "all"

// Group returns the group with that name. If it is not in Groups, AllWord stands for all masses, a
// name of EndWords for the outermost masses of the model, and GROUP/WORD for those of a group.
// Group returns false for any other name.
func (m *Model) Group(name string) (Group, bool) {
	if g, own := m.OwnGroup(name); own {
		return g, true
	}
	if name == AllWord && m.MassCount() > 0 {
		return Group{Name: name, Masses: m.every()}, true
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

// every returns the indices of all masses.
func (m *Model) every() []uint32 {
	all := make([]uint32, m.MassCount())
	for i := range all {
		all[i] = uint32(i)
	}
	return all
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

// MassFactor multiplies the masses of a group during a run: m = Factor · m of the model. Velocities stay when it changes, so
// energy and momentum change; normalized materials and contacts are resolved anew. Factors of one mass multiply. Validate rejects the
// zero value, whose factor is 0.
type MassFactor struct {
	Name   string
	Masses []uint32 // indices, ascending; nil: all masses
	Factor float64  // from LeastFactor to MostFactor
	Least  float64  // the smallest factor that the run may take, for which steps are chosen; zero: Factor
}

// LeastFactor and MostFactor bound the factors of masses.
const (
	LeastFactor = 1e-6
	MostFactor  = 1e6
)

// faults returns a sentence for each fault of a factor.
func (f MassFactor) faults() []string {
	out := ascendingFaults(f.Masses)
	if !(f.Factor >= LeastFactor && f.Factor <= MostFactor) {
		out = append(out, fmt.Sprintf("factor is %g; give one from %g to %g", f.Factor, LeastFactor, MostFactor))
	}
	if f.Least != 0 && !(f.Least >= LeastFactor && f.Least <= f.Factor) {
		out = append(out, fmt.Sprintf("factor is %g, and the least for which the step was chosen is %g; give a least from %g to the factor", f.Factor, f.Least, LeastFactor))
	}
	return out
}

// massTerm is the term of mass factors. It is no force, and changes the model of a run.
func massTerm() Term {
	t := listTerm("mass factor", NoForce, "MassFactors", false, items[MassFactor]{
		get: func(p Params) []MassFactor { return p.MassFactors }, set: func(p *Params, l []MassFactor) { p.MassFactors = l },
		faults: MassFactor.faults, title: func(f MassFactor) string { return f.Name }, masses: func(f *MassFactor) *[]uint32 { return &f.Masses }})
	t.fits = func(p Params, m *Model) error {
		for i, f := range p.MassFactors {
			if err := m.listFault(f.Masses); err != nil {
				return fmt.Errorf("model %q: mass factor %d (%s): %w", m.Name, i, f.Name, err)
			}
		}
		if len(p.MassFactors) > 0 && m.HasRods() {
			return fmt.Errorf("model %q: mass factors with rods are unsupported, since segments have masses of their own; leave one of the two out", m.Name)
		}
		if len(p.MassFactors) > 0 && len(p.Water.Bodies) > 0 {
			return fmt.Errorf("model %q: mass factors with water that takes volumes from masses are unsupported, since a heavier mass would displace more; leave out one of the two, or body_density and the density of the mesh", m.Name)
		}
		return nil
	}
	return t
}

// Weighed returns the model with its masses times the factors of p, and p without them; both unchanged without factors.
func (p Params) Weighed(m *Model) (*Model, Params) {
	return p.weighed(m, func(f MassFactor) float64 { return f.Factor })
}

// Lightest returns Weighed with the least factors.
func (p Params) Lightest(m *Model) (*Model, Params) {
	return p.weighed(m, func(f MassFactor) float64 {
		if f.Least != 0 {
			return f.Least
		}
		return f.Factor
	})
}

func (p Params) weighed(m *Model, of func(MassFactor) float64) (*Model, Params) {
	if len(p.MassFactors) == 0 {
		return m, p
	}
	out := *m
	out.InArrays()
	out.Mass = slices.Clone(out.Mass)
	for _, f := range p.MassFactors {
		by := of(f)
		out.Each(f.Masses, func(i int) { out.Mass[i] *= by })
	}
	p.MassFactors = nil
	return &out, p
}

// SameMasses reports whether two parameters give a model the same masses.
func (p Params) SameMasses(other Params) bool {
	return slices.EqualFunc(p.MassFactors, other.MassFactors, func(a, b MassFactor) bool {
		return a.Factor == b.Factor && slices.Equal(a.Masses, b.Masses) && (a.Masses == nil) == (b.Masses == nil)
	})
}

// MassWork returns the energy that a state gains when the masses of a model become those of another one [J]: ½ Δm v² − Δm g·x.
func MassWork(from, to *Model, gravity Vec3, position, velocity []Vec3) (sum float64) {
	if from == to {
		return 0
	}
	for i := range from.MassCount() {
		if change := to.MassAt(i) - from.MassAt(i); change != 0 {
			sum += change * (velocity[i].Dot(velocity[i])/2 - gravity.Dot(position[i]))
		}
	}
	return sum
}
