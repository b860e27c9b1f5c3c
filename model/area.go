package model

import (
	"fmt"
)

// Area is a spring of the area of each triangle of the model whose corners are all in a group. At
// the area a, with a0 at rest, a triangle has the energy ½ k (a − a0)²/a0 and the tension
//
//	σ = k (a − a0)/a0 + c (da/dt)/a0 [N/m],
//
// and each corner takes F = −σ ∂a/∂x = −σ n × e/2, with the normal n and the opposite edge e. Σ F
// and Σ x × F are zero. The zero value has no effect. It takes 64 bytes, and 4 per listed mass.
type Area struct {
	Name      string
	Masses    []uint32 // indices, ascending; nil: all masses
	Stiffness float64  // k [N/m], >= 0
	Damping   float64  // c [N·s/m], >= 0
}

// faults returns a sentence for each fault of a spring of areas.
func (a Area) faults() []string {
	out := ascendingFaults(a.Masses)
	if !finite(a.Stiffness) || a.Stiffness < 0 {
		out = append(out, fmt.Sprintf("stiffness is %g N/m; it must not be negative", a.Stiffness))
	}
	if !finite(a.Damping) || a.Damping < 0 {
		out = append(out, fmt.Sprintf("damping is %g N·s/m; it must not be negative", a.Damping))
	}
	return out
}

func areaTerm() Term {
	t := listTerm("area", GroupTerm, "Areas", false, items[Area]{
		get: func(p Params) []Area { return p.Areas }, set: func(p *Params, l []Area) { p.Areas = l },
		faults: Area.faults, title: func(a Area) string { return a.Name }, masses: func(a *Area) *[]uint32 { return &a.Masses }, suits: (*Model).areaFault})
	t.Elastic = true
	return t
}

// areaFault returns an error if a spring of areas has no triangles.
func (m *Model) areaFault(a *Area) error {
	if err := m.listFault(a.Masses); err != nil {
		return err
	}
	if triangles, _ := m.Membrane(a.Masses); len(triangles) == 0 {
		return fmt.Errorf("its masses have no triangles with an area; give it the masses of a cloth or a skin")
	}
	return nil
}

// leastArea is the area below which a triangle at rest has no spring [m²].
const leastArea = 1e-12

// Membrane returns the triangles of a model whose corners are all in a list of masses, nil for all,
// with their areas at rest [m²]. It leaves out triangles that have none.
func (m *Model) Membrane(masses []uint32) (triangles [][3]uint32, rest []float64) {
	in := make([]bool, m.MassCount())
	m.Each(masses, func(i int) { in[i] = true })
	for _, t := range m.Triangles {
		if !in[t[0]] || !in[t[1]] || !in[t[2]] {
			continue
		}
		a := m.RestAt(int(t[0]))
		if area := m.RestAt(int(t[1])).Sub(a).Cross(m.RestAt(int(t[2])).Sub(a)).Len() / 2; area >= leastArea {
			triangles, rest = append(triangles, t), append(rest, area)
		}
	}
	return triangles, rest
}
