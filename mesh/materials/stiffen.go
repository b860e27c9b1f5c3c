package materials

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
)

// Stiffen multiplies the stiffness of all springs whose ends are both members by a
// factor, and their damping by the factor's square root, which keeps the damping ratio.
// Their materials must be of the SI vocabulary. The palette grows by the materials of
// those springs; where it would become too large, springs keep k and c of their own
// (Model.Own).
func Stiffen(m *model.Model, member []bool, factor float64) error {
	if !(factor > 0) || math.IsInf(factor, 0) {
		return fmt.Errorf("mesh: stiffen: factor %g; give a positive number", factor)
	}
	inside := func(s int) bool {
		ends := m.Ends[s]
		return m.MaterialOf[s] != model.Removed && member[ends[0]] && member[ends[1]]
	}
	used, count := make([]bool, len(m.Materials)), 0
	for s := range m.Ends {
		if material := m.MaterialOf[s]; inside(s) && !used[material] {
			used[material] = true
			count++
			if m.Materials[material].Vocabulary() != model.SI {
				return fmt.Errorf("mesh: stiffen: material %q is not of stiffness [N/m]: %v", m.Materials[material].Name, m.Materials[material])
			}
		}
	}
	if count == 0 {
		return fmt.Errorf("mesh: stiffen: no spring has both ends in it")
	}
	stiffer := make([]uint16, len(m.Materials)) // the stiffer entry for each material
	if len(m.Materials)+count > Most+1 {
		if err := ownAll(m); err != nil {
			return err
		}
		stiffer = []uint16{0, 1}
	} else {
		for i, u := range used {
			if material := m.Materials[i]; u && m.Own != nil && material.WithoutResponse() == material {
				stiffer[i] = uint16(i) // the material adds nothing: its springs have their own coefficients
			} else if u {
				stiffer[i] = uint16(len(m.Materials))
				m.Materials = append(m.Materials, material.Times(factor, math.Sqrt(factor)))
			}
		}
	}
	for s := range m.Ends {
		if !inside(s) {
			continue
		}
		m.MaterialOf[s] = stiffer[m.MaterialOf[s]]
		if m.Own != nil {
			m.Own[s].Stiffness *= factor
			m.Own[s].Damping *= math.Sqrt(factor)
		}
	}
	return nil
}

// ownAll gives every spring its own k and c, and the model one material that adds nothing
// to them.
func ownAll(m *model.Model) error {
	for i := range m.Materials {
		if material := &m.Materials[i]; material.Beyond() != "" || material.Vocabulary() != model.SI {
			return fmt.Errorf("mesh: stiffen: the palette is full, and material %q is more than stiffness and damping", material.Name)
		}
	}
	r := physics.NewResolver(m, 0)
	own := make([]model.Coefficients, m.SpringCount())
	for s, material := range m.MaterialOf {
		if own[s] = r.Spring(s); material != model.Removed {
			m.MaterialOf[s] = 1
		}
	}
	m.Materials, m.Own = Palette(model.Material{Name: "spring"}), own
	return nil
}
