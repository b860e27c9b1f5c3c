package join

import (
	"fmt"

	"hooke/model"
)

// Carve makes a model of the masses of m whose rest position keep accepts, in
// their order, and of the springs between them: a robot out of a block. Triangles
// and members of groups that lose a mass go with it, and a group that keeps none
// stays, empty. m is left as it is; the palette is shared with it.
func Carve(m *model.Model, keep func(model.Vec3) bool) (*model.Model, error) {
	number := make([]uint32, m.MassCount()) // of each mass in the result, plus 1; 0: gone
	kept := uint32(0)
	for i, p := range m.RestPosition {
		if keep(p) {
			kept++
			number[i] = kept
		}
	}
	if kept == 0 {
		return nil, fmt.Errorf("mesh: carve: none of the %d masses of %q is kept", m.MassCount(), m.Name)
	}
	out := &model.Model{Name: m.Name, Materials: m.Materials}
	for i, n := range number {
		if n == 0 {
			continue
		}
		out.RestPosition = append(out.RestPosition, m.RestPosition[i])
		out.Mass = append(out.Mass, m.Mass[i])
		if m.Pin != nil {
			out.Pin = append(out.Pin, m.Pin[i])
		}
	}
	for s, ends := range m.Ends {
		a, b := number[ends[0]], number[ends[1]]
		if a != 0 && b != 0 {
			appendSpring(out, m, s, model.Ends{a - 1, b - 1}, m.MaterialOf[s])
			if m.ActuatorOf != nil {
				out.ActuatorOf = append(out.ActuatorOf, m.ActuatorOf[s])
			}
		}
	}
	for _, t := range m.Triangles {
		if number[t[0]] != 0 && number[t[1]] != 0 && number[t[2]] != 0 {
			out.Triangles = append(out.Triangles, [3]uint32{number[t[0]] - 1, number[t[1]] - 1, number[t[2]] - 1})
		}
	}
	appendSkin(out, m.Skin, func(i uint32) (uint32, bool) { return max(1, number[i]) - 1, number[i] != 0 })
	for _, g := range m.Groups {
		members := []uint32{}
		for _, i := range g.Masses {
			if number[i] != 0 {
				members = append(members, number[i]-1)
			}
		}
		out.Groups = append(out.Groups, model.Group{Name: g.Name, Masses: members})
	}
	return out, nil
}

// appendSpring adds spring s of from to m, with its ends and material in m.
func appendSpring(m, from *model.Model, s int, ends model.Ends, material uint16) {
	m.Ends = append(m.Ends, ends)
	m.RestLength = append(m.RestLength, from.RestLength[s])
	m.MaterialOf = append(m.MaterialOf, material)
	switch {
	case from.Own != nil:
		// Springs of parts before had none of their own.
		m.Own = append(append(m.Own, make([]model.Coefficients, len(m.Ends)-1-len(m.Own))...), from.Own[s])
	case m.Own != nil:
		m.Own = append(m.Own, model.Coefficients{})
	}
}
