package structure

import (
	"fmt"

	"hooke/mesh/materials"
	"hooke/model"
)

// structure takes masses and springs.
func (n *npz) structure(positions []model.Vec3) error {
	m := &model.Model{Name: n.name, RestPosition: positions}
	n.file.Structure = m
	masses := len(positions)
	var err error
	if m.Mass, err = n.numbers("masses", masses, "give masses [n] or one number, in kg"); err != nil {
		return err
	}
	if m.Ends, err = n.ends(masses); err != nil {
		return err
	}
	springs := len(m.Ends)
	if n.arrays["rest_length"] == nil {
		m.RestLength = make([]float64, springs)
		for s, ends := range m.Ends {
			m.RestLength[s] = positions[ends[0]].Sub(positions[ends[1]]).Len()
		}
	} else if m.RestLength, err = n.numbers("rest_length", springs, ""); err != nil {
		return err
	}
	if err := n.coefficients(m); err != nil {
		return err
	}
	if n.arrays["pinned"] != nil {
		if m.Pin, err = n.pins(masses); err != nil {
			return err
		}
	}
	if n.arrays["velocities"] != nil {
		if n.file.Velocity, err = n.vectors("velocities", masses); err != nil {
			return err
		}
	}
	return m.Validate()
}

// coefficients takes stiffness and damping: into the palette where it holds all
// different pairs of them, else as springs' own.
func (n *npz) coefficients(m *model.Model) error {
	springs := len(m.Ends)
	stiffness, err := n.numbers("stiffness", springs, "give stiffness [m] or one number, in N/m")
	if err != nil {
		return err
	}
	damping := []float64(nil)
	if n.arrays["damping"] != nil {
		if damping, err = n.numbers("damping", springs, ""); err != nil {
			return err
		}
	}
	of := func(s int) (c model.Coefficients) {
		c.Stiffness = stiffness[s]
		if damping != nil {
			c.Damping = damping[s]
		}
		return c
	}
	p := materials.NewPairs("spring")
	m.MaterialOf = make([]uint16, springs)
	for s := range m.MaterialOf {
		c := of(s)
		var ok bool
		if m.MaterialOf[s], ok = p.Material(c.Stiffness, c.Damping); ok {
			continue
		}
		m.Materials, m.Own = materials.Palette(model.Material{Name: "spring"}), make([]model.Coefficients, springs)
		for s := range m.Own {
			m.MaterialOf[s], m.Own[s] = 1, of(s)
		}
		n.file.Notes = append(n.file.Notes, fmt.Sprintf("more than %d different pairs of stiffness and damping: each spring keeps its own, 16 bytes", materials.Most))
		return nil
	}
	m.Materials = p.Materials
	return nil
}

func (n *npz) ends(masses int) ([]model.Ends, error) {
	a, err := n.array("ends", -1, 2)
	if err != nil {
		return nil, err
	}
	ends := make([]model.Ends, a.Rows())
	err = n.indices(a, masses, func(row, column int, index uint32) { ends[row][column] = index })
	return ends, err
}

// pins reads one value per mass, or one per mass and axis.
func (n *npz) pins(masses int) ([]model.Pin, error) {
	a := n.arrays["pinned"]
	n.used = append(n.used, "pinned")
	if a.Odd != nil {
		return nil, n.in("pinned", a.Odd)
	}
	columns := a.Columns()
	if len(a.Shape) < 1 || len(a.Shape) > 2 || a.Rows() != masses || columns != 1 && columns != 3 {
		return nil, fmt.Errorf("array \"pinned\" has the shape %v; it must be [%d] or [%d, 3]", a.Shape, masses, masses)
	}
	pins := make([]model.Pin, masses)
	err := a.Each(func(row, column int, value float64) error {
		switch {
		case value == 0:
		case columns == 1:
			pins[row] = model.PinAll
		default:
			pins[row] |= model.PinX << column
		}
		return nil
	})
	return pins, n.in("pinned", err)
}
