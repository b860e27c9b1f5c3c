package structure

import (
	"errors"
	"fmt"
	"strings"

	"hooke/mesh"
	"hooke/model"
)

// mesh makes a surface or a volume of positions and elements.
func (n *npz) mesh(positions []model.Vec3) (*mesh.File, error) {
	for _, name := range []string{"rest_length", "damping", "pinned", "velocities"} {
		if n.arrays[name] != nil {
			return nil, fmt.Errorf("array %q without masses and stiffness; give both, or leave it out", name)
		}
	}
	var v mesh.Cells
	for _, p := range positions {
		if err := v.Vertex(p); err != nil {
			return nil, err
		}
	}
	for _, part := range []struct {
		name string
		cell mesh.Cell
	}{{"ends", mesh.CellLine}, {"triangles", mesh.CellTriangle}, {"tetrahedra", mesh.CellTet}} {
		if n.arrays[part.name] == nil {
			continue
		}
		a, err := n.array(part.name, -1, part.cell.Corners())
		if err != nil {
			return nil, err
		}
		flat := make([]uint32, a.Rows()*a.Columns())
		if err := n.indices(a, len(positions), func(row, column int, index uint32) { flat[row*a.Columns()+column] = index }); err != nil {
			return nil, err
		}
		for i := 0; i < len(flat); i += a.Columns() {
			if err := v.Element(part.cell, flat[i:i+a.Columns()], len(positions), 0); err != nil {
				return nil, err
			}
		}
	}
	f, err := v.File(n.name)
	if err != nil {
		// It begins with the name, and so will this.
		return nil, errors.New(strings.TrimPrefix(err.Error(), n.name+": "))
	}
	n.noteUnused()
	f.Notes = append(f.Notes, n.file.Notes...)
	return f, nil
}
