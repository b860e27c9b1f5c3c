package join

import (
	"slices"

	"hooke/model"
)

// weld joins the two masses of each pair, see Hinge. No mass is in two pairs. number is
// the new number of each mass of m.
func weld(m *model.Model, pairs [][2]uint32) (out *model.Model, number []uint32) {
	out = &model.Model{Name: m.Name, Materials: m.Materials}
	partner := make([]int64, m.MassCount()) // the mass that this one becomes a part of, or −1
	for i := range partner {
		partner[i] = -1
	}
	for _, p := range pairs {
		partner[max(p[0], p[1])] = int64(min(p[0], p[1]))
	}
	number = make([]uint32, m.MassCount())
	var masses, springs []uint32 // the masses and springs of m that stay
	for i := range number {
		if first := partner[i]; first >= 0 {
			number[i] = number[first]
			continue
		}
		number[i] = uint32(len(masses))
		masses = append(masses, uint32(i))
	}
	out.PickMasses(m, masses)
	for i, first := range partner {
		if first >= 0 {
			takeIn(out, int(number[i]), m, i)
		}
	}
	for s, ends := range m.Ends {
		if number[ends[0]] != number[ends[1]] {
			springs = append(springs, uint32(s))
		}
	}
	out.PickSprings(m, springs)
	for s, ends := range out.Ends {
		out.Ends[s] = model.Ends{number[ends[0]], number[ends[1]]}
	}
	for _, t := range m.Triangles {
		if t = [3]uint32{number[t[0]], number[t[1]], number[t[2]]}; t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			out.Triangles = append(out.Triangles, t)
		}
	}
	appendSkin(out, m.Skin, func(i uint32) (uint32, bool) { return number[i], true })
	for _, g := range m.Groups {
		members := make([]uint32, len(g.Masses))
		for n, i := range g.Masses {
			members[n] = number[i]
		}
		slices.Sort(members)
		out.Groups = append(out.Groups, model.Group{Name: g.Name, Masses: slices.Compact(members)})
	}
	return out, number
}

// takeIn makes mass i of m a part of mass at of out.
func takeIn(out *model.Model, at int, m *model.Model, i int) {
	mass, other := out.Mass[at], m.Mass[i]
	out.Mass[at] = mass + other
	switch {
	case out.Pin != nil && out.Pin[at] != 0: // it stays where it is held
	case m.PinOf(i) != 0:
		out.RestPosition[at] = m.RestPosition[i]
	default:
		out.RestPosition[at] = out.RestPosition[at].Mul(mass).Add(m.RestPosition[i].Mul(other)).Mul(1 / (mass + other))
	}
	if m.Pin != nil {
		out.Pin[at] |= m.Pin[i]
	}
}
