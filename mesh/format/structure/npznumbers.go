package structure

import (
	"fmt"
	"math"

	"hooke/files/npy"
	"hooke/model"
)

// array returns the named array with the wanted shape; rows < 0: any number of them.
func (n *npz) array(name string, rows, columns int) (*npy.Entry, error) {
	a := n.arrays[name]
	n.used = append(n.used, name)
	if a.Odd != nil {
		return nil, n.in(name, a.Odd)
	}
	wanted := fmt.Sprintf("[%d, %d]", rows, columns)
	if rows < 0 {
		wanted = fmt.Sprintf("[any number, %d]", columns)
	}
	if len(a.Shape) != 2 || a.Columns() != columns || rows >= 0 && a.Rows() != rows || a.Rows() > model.MaxCount {
		return nil, fmt.Errorf("array %q has the shape %v; it must be %s", name, a.Shape, wanted)
	}
	return a, nil
}

func (n *npz) vectors(name string, rows int) ([]model.Vec3, error) {
	a, err := n.array(name, rows, 3)
	if err != nil {
		return nil, err
	}
	vectors := make([]model.Vec3, a.Rows())
	err = a.Each(func(row, column int, value float64) error {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return fmt.Errorf("has %g at [%d, %d]; it must be a finite number", value, row, column)
		}
		vectors[row][column] = value
		return nil
	})
	return vectors, n.in(name, err)
}

// fromOrigin adds the array origin to positions, if there is one.
func (n *npz) fromOrigin(positions []model.Vec3) error {
	a := n.arrays["origin"]
	if a == nil {
		return nil
	}
	if len(a.Shape) != 1 || a.Rows() != 3 {
		return fmt.Errorf("array \"origin\" has the shape %v; it must be [3]", a.Shape)
	}
	at, err := n.numbers("origin", 3, "")
	if err != nil {
		return err
	}
	for i := range positions {
		positions[i] = positions[i].Add(model.Vec3(at))
	}
	return nil
}

func (n *npz) in(name string, err error) error {
	if err != nil {
		return fmt.Errorf("array %q %w", name, err)
	}
	return nil
}

// numbers reads an array of count numbers; a single number in the file stands for all.
func (n *npz) numbers(name string, count int, missing string) ([]float64, error) {
	a := n.arrays[name]
	if a == nil {
		return nil, fmt.Errorf("no array %q; %s", name, missing)
	}
	n.used = append(n.used, name)
	if a.Odd != nil {
		return nil, n.in(name, a.Odd)
	}
	one := len(a.Shape) == 0 || len(a.Shape) == 1 && a.Rows() == 1
	if !one && (a.Rows() != count || a.Columns() != 1) {
		return nil, fmt.Errorf("array %q has the shape %v; it must be [%d] or one number", name, a.Shape, count)
	}
	numbers := make([]float64, count)
	err := a.Each(func(row, _ int, value float64) error {
		switch {
		case math.IsNaN(value) || math.IsInf(value, 0):
			return fmt.Errorf("has %g at [%d]; it must be a finite number", value, row)
		case one:
			for i := range numbers {
				numbers[i] = value
			}
		default:
			numbers[row] = value
		}
		return nil
	})
	return numbers, n.in(name, err)
}

// indices calls visit for the numbers of an array, which must be below count.
func (n *npz) indices(a *npy.Entry, count int, visit func(row, column int, index uint32)) error {
	return n.in(a.Name, a.Each(func(row, column int, value float64) error {
		if !(value >= 0 && value < float64(count)) || value != math.Trunc(value) {
			return fmt.Errorf("has %v at [%d, %d]; masses are numbered 0 to %d", value, row, column, count-1)
		}
		visit(row, column, uint32(value))
		return nil
	}))
}
