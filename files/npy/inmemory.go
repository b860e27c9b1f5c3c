package npy

import (
	"encoding/binary"
	"fmt"
)

// Of returns an array in memory as the entry of an archive, so that its readers take it: of []float32, []float64, []int64
// or []uint32, whose numbers must fill the shape. The numbers stay where they are.
func Of(a Array) (*Entry, error) {
	if err := a.validate(); err != nil {
		return nil, err
	}
	e := &Entry{Header: Header{Shape: a.Shape, Order: binary.NativeEndian}, Name: a.Name}
	switch data := a.Data.(type) {
	case []float32:
		e.inMemory, e.Kind, e.Width = numbersOf(data), 'f', 4
	case []float64:
		e.inMemory, e.Kind, e.Width = numbersOf(data), 'f', 8
	case []int64:
		e.inMemory, e.Kind, e.Width = numbersOf(data), 'i', 8
	case []uint32:
		e.inMemory, e.Kind, e.Width = numbersOf(data), 'u', 4
	case string:
		e.Kind, e.Odd = 'U', &ContentError{"has a text; it must have numbers"}
	default:
		return nil, fmt.Errorf("array %q: %T cannot be read; use []float32, []float64, []int64 or []uint32", a.Name, a.Data)
	}
	return e, nil
}

// numbersOf calls visit for every number of a slice, in rows of some columns.
func numbersOf[T float32 | float64 | int64 | uint32](data []T) func(columns int, visit func(row, column int, value float64) error) error {
	return func(columns int, visit func(row, column int, value float64) error) error {
		row, column := 0, 0
		for _, value := range data {
			if err := visit(row, column, float64(value)); err != nil {
				return err
			}
			if column++; column == columns {
				row, column = row+1, 0
			}
		}
		return nil
	}
}
