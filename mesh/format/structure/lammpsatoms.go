package structure

import (
	"fmt"
	"strings"

	"hooke/model"
)

// lammpsColumns returns the columns of the type and of x for an atom style. An empty
// style follows from the number of columns. It returns an error for a style that is not
// read.
func lammpsColumns(style string, columns int) (kind, x int, err error) {
	style, _, _ = strings.Cut(style, " ")
	if style == "" {
		style = map[int]string{5: "atomic", 8: "atomic", 6: "bond", 9: "bond", 7: "full", 10: "full"}[columns]
		if style == "" {
			return 0, 0, fmt.Errorf("%d columns; name the atom style behind Atoms, such as Atoms # bond", columns)
		}
	}
	switch style {
	case "atomic":
		return 1, 2, nil
	case "charge":
		return 1, 3, nil
	case "bond", "angle", "molecular":
		return 2, 3, nil
	case "full":
		return 2, 4, nil
	}
	return 0, 0, fmt.Errorf("atom style %.40q; only atomic, charge, bond, angle, molecular and full are read", style)
}

func (l *lammps) atom(words [][]byte) error {
	kindAt, x, err := lammpsColumns(l.style, len(words))
	if err != nil {
		return err
	}
	if len(words) != x+3 && len(words) != x+6 {
		return fmt.Errorf("%d columns; this atom style has %d, or %d with image flags", len(words), x+3, x+6)
	}
	id, err := lammpsWhole(words, 0)
	if err != nil {
		return err
	}
	kind, err := l.kind(words, kindAt, "atom types")
	if err != nil {
		return err
	}
	var p model.Vec3
	if err := lammpsReals(words, x, &p[0], &p[1], &p[2]); err != nil {
		return err
	}
	if len(words) == x+6 {
		var image [3]int64
		for axis := range image {
			if image[axis], err = lammpsWhole(words, x+3+axis); err != nil {
				return err
			}
			l.images = l.images || image[axis] != 0
		}
		p = p.Add(l.shift(image))
	}
	l.ids.Add(id)
	l.types.Add(int32(kind))
	l.positions.Add(p)
	return nil
}

// shift returns the vector to a periodic image of the box [m].
func (l *lammps) shift(image [3]int64) model.Vec3 {
	x, y, z := float64(image[0]), float64(image[1]), float64(image[2])
	size := l.hi.Sub(l.lo)
	return model.Vec3{x*size[0] + y*l.tilt[0] + z*l.tilt[1], y*size[1] + z*l.tilt[2], z * size[2]}
}

func (l *lammps) atomVelocity(words [][]byte) error {
	id, err := lammpsWhole(words, 0)
	if err != nil {
		return err
	}
	v := lammpsVelocity{id: id}
	if err := lammpsReals(words, 1, &v.v[0], &v.v[1], &v.v[2]); err != nil {
		return err
	}
	l.velocity.Add(v)
	return nil
}

func (l *lammps) bond(words [][]byte) error {
	kind, err := l.kind(words, 1, "bond types")
	if err != nil {
		return err
	}
	a, err := lammpsWhole(words, 2)
	if err != nil {
		return err
	}
	b, err := lammpsWhole(words, 3)
	if err != nil {
		return err
	}
	l.bonds.Add(lammpsEnds{int32(kind), a, b, l.lines.Number})
	return nil
}
