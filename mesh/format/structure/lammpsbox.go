package structure

import (
	"errors"
	"fmt"

	"hooke/model"
)

// lammpsBox is a box that is given by its edges, as OVITO writes every box.
type lammpsBox struct {
	edges  [3]model.Vec3 // avec, bvec, cvec [m]
	origin model.Vec3    // abc origin [m]
	given  int           // a bit for each line of the four
}

// generalBox reads a line of a general box. When all are there, it takes the box as one
// with tilts: avec must lie along x, and bvec in the plane of x and y. Boxes that are
// turned are refused, since LAMMPS turns the atoms with them.
func (l *lammps) generalBox(keyword string, value model.Vec3) error {
	b := &l.box
	switch keyword {
	case "avec", "bvec", "cvec":
		axis := int(keyword[0] - 'a')
		for behind := axis + 1; behind < 3; behind++ {
			if value[behind] != 0 {
				return fmt.Errorf("%s is %g %g %g: a box that is turned is not read; write it with avec along x, and bvec in the plane of x and y",
					keyword, value[0], value[1], value[2])
			}
		}
		if !(value[axis] > 0) {
			return fmt.Errorf("%s has %g along %c; it must be positive", keyword, value[axis], "xyz"[axis])
		}
		b.edges[axis] = value
		b.given |= 1 << axis
	default:
		b.origin = value
		b.given |= 1 << 3
	}
	if b.given == 1<<4-1 {
		l.lo, l.hi, l.hasBox = b.origin, b.origin.Add(model.Vec3{b.edges[0][0], b.edges[1][1], b.edges[2][2]}), true
		l.tilt = [3]float64{b.edges[1][0], b.edges[2][0], b.edges[2][1]}
	}
	return nil
}

// check refuses a box of which lines are missing.
func (b *lammpsBox) check() error {
	if b.given != 0 && b.given != 1<<4-1 {
		return errors.New("a box needs all of avec, bvec, cvec and abc origin")
	}
	return nil
}
