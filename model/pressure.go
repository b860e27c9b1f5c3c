package model

import (
	"fmt"
	"slices"
)

// PressureKind is the law by which the pressure in a skin follows its volume.
type PressureKind uint8

// These are the laws. p is the pressure beyond that of the air around, p0 that at rest, V the
// volume and V0 that at rest.
const (
	ConstantPressure PressureKind = iota // p = p0
	GasPressure                          // p = (p0 + pa) (V0/V)^κ − pa, with the air pa around
	BulkPressure                         // p = p0 + K (V0 − V)/V0
)

// String returns the word of scene files.
func (k PressureKind) String() string { return [...]string{"constant", "gas", "bulk"}[k] }

// Atmosphere is the pressure of the air around [Pa], that of the standard atmosphere.
const Atmosphere = 101325

// Pressure blows up a closed skin: the triangles of the model whose corners are all in a group.
// The skin encloses V = Σ a·(b × c)/6, and each corner of a triangle takes
//
//	F = p (b − a) × (c − a)/6,
//
// which is p ∂V/∂x summed over the triangles at a mass. Triangles turn counterclockwise seen
// from outside. The zero value has no effect. It takes 80 bytes and 4 per listed mass.
type Pressure struct {
	Name     string
	Masses   []uint32     // indices, ascending; nil: all masses
	Kind     PressureKind // how the pressure follows the volume
	Pressure float64      // p0 [Pa]; may be negative
	Exponent float64      // κ of a gas, >= 1: 1 keeps its temperature, 1.4 is air without exchange of heat
	Bulk     float64      // K of a liquid [Pa], > 0
}

// faults returns a sentence for each fault of a pressure.
func (p Pressure) faults() []string {
	out := ascendingFaults(p.Masses)
	if !finite(p.Pressure) {
		out = append(out, fmt.Sprintf("pressure is %g Pa; it must be a finite number", p.Pressure))
	}
	switch {
	case p.Kind > BulkPressure:
		out = append(out, fmt.Sprintf("kind %d does not exist", p.Kind))
	case p.Kind == GasPressure && !(finite(p.Exponent) && p.Exponent >= 1):
		out = append(out, fmt.Sprintf("the exponent of the gas is %g; give 1 or more", p.Exponent))
	case p.Kind == GasPressure && p.Pressure <= -Atmosphere:
		out = append(out, fmt.Sprintf("pressure is %g Pa; a gas has more than −%g Pa, which is a vacuum", p.Pressure, float64(Atmosphere)))
	case p.Kind == BulkPressure && !(finite(p.Bulk) && p.Bulk > 0):
		out = append(out, fmt.Sprintf("the bulk modulus is %g Pa; give a positive number", p.Bulk))
	}
	return out
}

func pressureTerm() Term {
	return listTerm("pressure", GroupTerm, "Pressures", true, items[Pressure]{
		get: func(p Params) []Pressure { return p.Pressures }, set: func(p *Params, l []Pressure) { p.Pressures = l },
		faults: Pressure.faults, title: func(s Pressure) string { return s.Name }, masses: func(s *Pressure) *[]uint32 { return &s.Masses }, suits: (*Model).skinFault})
}

// of reports whether the list of masses has one.
func (p *Pressure) of(mass uint32) bool {
	if p.Masses == nil {
		return true
	}
	_, is := slices.BinarySearch(p.Masses, mass)
	return is
}

// skinFault returns an error if the triangles of a pressure enclose no volume.
func (m *Model) skinFault(s *Pressure) error {
	if err := m.listFault(s.Masses); err != nil {
		return err
	}
	_, _, err := m.Enclosed(s.Masses)
	return err
}

// Enclosed returns the triangles of a model whose corners are all in a list of masses, nil for
// all, and the volume that they enclose at rest [m³]. It returns an error without any, if
// they are not closed, naming an edge that has no other side, or if they are inside out.
func (m *Model) Enclosed(masses []uint32) (skin [][3]uint32, volume float64, err error) {
	in := make([]bool, m.MassCount())
	m.Each(masses, func(i int) { in[i] = true })
	sides := map[[2]uint32]int{} // how often edges are passed in their direction
	for _, t := range m.Triangles {
		if !in[t[0]] || !in[t[1]] || !in[t[2]] {
			continue
		}
		skin = append(skin, t)
		for k := range t {
			sides[[2]uint32{t[k], t[(k+1)%3]}]++
		}
	}
	if len(skin) == 0 {
		return nil, 0, fmt.Errorf("its masses have no triangles; give it the masses of a closed cloth")
	}
	open, first := 0, [2]uint32{}
	for edge, count := range sides {
		if count == sides[[2]uint32{edge[1], edge[0]}] {
			continue
		}
		if open++; open == 1 || edge[0] < first[0] || edge[0] == first[0] && edge[1] < first[1] {
			first = edge
		}
	}
	if open > 0 {
		return nil, 0, fmt.Errorf("its skin is open, or its triangles do not turn one way: %d edges have not as many triangles on both sides, the first between masses %d and %d; close the mesh", open, first[0], first[1])
	}
	center := m.RestAt(int(skin[0][0])) // near the skin, so that no digits are lost far from the origin
	for _, t := range skin {
		a, b, c := m.RestAt(int(t[0])).Sub(center), m.RestAt(int(t[1])).Sub(center), m.RestAt(int(t[2])).Sub(center)
		volume += a.Dot(b.Cross(c)) / 6
	}
	if volume <= 0 {
		return nil, 0, fmt.Errorf("its skin encloses %.3g m³: it is inside out, or flat; turn its triangles around", volume)
	}
	return skin, volume, nil
}
