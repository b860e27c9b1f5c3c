package join

import (
	"fmt"

	"hooke/model"
)

// Carve makes a model of the masses of m whose rest position keep accepts, in their
// order, and of the springs between them: a robot out of a block. Triangles that lose a
// corner are removed, groups lose removed masses, and an empty group stays. m does not
// change; the palette is shared with it. An error says that no mass is left.
func Carve(m *model.Model, keep func(model.Vec3) bool) (*model.Model, error) {
	var kept []uint32
	for i, p := range m.RestPosition {
		if keep(p) {
			kept = append(kept, uint32(i))
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("mesh: carve: none of the %d masses of %q is kept", m.MassCount(), m.Name)
	}
	out, number := m.Part(kept)
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
