package mesh

import (
	"errors"
	"fmt"
	"strings"

	"hooke/model"
)

// mesh makes a surface or a volume of positions and elements.
func (n *npz) mesh(positions []model.Vec3) (*File, error) {
	for _, name := range []string{"rest_length", "damping", "pinned", "velocities"} {
		if n.arrays[name] != nil {
			return nil, fmt.Errorf("array %q without masses and stiffness; give both, or leave it out", name)
		}
	}
	var v volume
	for _, p := range positions {
		if err := v.vertex(p); err != nil {
			return nil, err
		}
	}
	for _, part := range []struct {
		name string
		cell cell
	}{{"ends", cellLine}, {"triangles", cellTriangle}, {"tetrahedra", cellTet}} {
		if n.arrays[part.name] == nil {
			continue
		}
		a, err := n.array(part.name, -1, part.cell.corners())
		if err != nil {
			return nil, err
		}
		flat := make([]uint32, a.rows()*a.columns())
		if err := n.indices(a, len(positions), func(row, column int, index uint32) { flat[row*a.columns()+column] = index }); err != nil {
			return nil, err
		}
		for i := 0; i < len(flat); i += a.columns() {
			if err := v.element(part.cell, flat[i:i+a.columns()], len(positions), 0); err != nil {
				return nil, err
			}
		}
	}
	f, err := v.file(n.name)
	if err != nil {
		// It begins with the name, and so will this.
		return nil, errors.New(strings.TrimPrefix(err.Error(), n.name+": "))
	}
	n.noteUnused()
	f.Notes = append(f.Notes, n.file.Notes...)
	return f, nil
}
