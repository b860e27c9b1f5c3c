package model

import (
	"fmt"
	"math"
	"slices"
)

// Bend is the resistance of a structure to bending: of sheets over the edges between their
// triangles, of chains at their inner masses. Each hinge has the energy ½ k (θ − θ0)² and the
// moment −k (θ − θ0) − c dθ/dt, with θ − θ0 from −π to π. It takes 40 bytes per hinge.
type Bend struct {
	Name   string
	Hinges []Hinge
}

// Hinge is an edge or a mass at which a structure bends. Validate rejects the zero value, whose masses
// are the same.
type Hinge struct {
	// Masses are of a sheet the ends of an edge and the far corners of the two triangles at it: θ
	// is the angle between those, 0 where they lie in one plane. Of a chain they are three
	// neighbors and the first one again: θ is the angle by which the chain turns at the second,
	// 0 where it is straight.
	Masses    [4]uint32
	Stiffness float64 // k [N·m/rad], >= 0
	Damping   float64 // c [N·m·s/rad], >= 0
	Rest      float64 // θ0 [rad], −π to π
}

// OfChain reports whether the hinge is one of a chain, with three masses.
func (h *Hinge) OfChain() bool { return h.Masses[3] == h.Masses[0] }

// Corners returns the masses of the hinge.
func (h *Hinge) Corners() []uint32 {
	if h.OfChain() {
		return h.Masses[:3]
	}
	return h.Masses[:]
}

// faults returns the first fault of a bend.
func (b Bend) faults() []string {
	for i := range b.Hinges {
		h := &b.Hinges[i]
		at := h.Corners()
		for k, mass := range at {
			if slices.Contains(at[:k], mass) {
				return []string{fmt.Sprintf("hinge %d names mass %d twice", i, mass)}
			}
		}
		switch {
		case !finite(h.Stiffness) || h.Stiffness < 0:
			return []string{fmt.Sprintf("hinge %d: stiffness is %g N·m/rad; it must not be negative", i, h.Stiffness)}
		case !finite(h.Damping) || h.Damping < 0:
			return []string{fmt.Sprintf("hinge %d: damping is %g N·m·s/rad; it must not be negative", i, h.Damping)}
		case !(math.Abs(h.Rest) <= math.Pi):
			return []string{fmt.Sprintf("hinge %d: the angle at rest is %g rad; give one from −π to π", i, h.Rest)}
		}
	}
	return nil
}

func bendTerm() Term {
	t := listTerm("bend", GroupTerm, "Bends", false, items[Bend]{
		get: func(p Params) []Bend { return p.Bends }, set: func(p *Params, l []Bend) { p.Bends = l },
		faults: Bend.faults, title: func(b Bend) string { return b.Name }})
	t.Elastic = true
	t.fits = bendsFit
	t.lists = func(p Params, each func([]uint32)) {
		for _, b := range p.Bends {
			var all []uint32
			for i := range b.Hinges {
				all = append(all, b.Hinges[i].Corners()...)
			}
			slices.Sort(all)
			each(slices.Compact(all))
		}
	}
	t.number = func(p *Params, to Numbers) {
		for i := range p.Bends {
			b := &p.Bends[i]
			b.Hinges = slices.Clone(b.Hinges) // Clone shares them: nothing else writes to them
			for k := range b.Hinges {
				for c, mass := range b.Hinges[k].Masses {
					b.Hinges[k].Masses[c] = to.One(mass)
				}
			}
		}
	}
	return t
}

func bendsFit(p Params, m *Model) error {
	for i, b := range p.Bends {
		for k := range b.Hinges {
			if last := slices.Max(b.Hinges[k].Masses[:]); int(last) >= m.MassCount() {
				return fmt.Errorf("model %q: bend %d (%s): hinge %d: mass %d; masses are numbered 0 to %d", m.Name, i, b.Name, k, last, m.MassCount()-1)
			}
		}
	}
	return nil
}
