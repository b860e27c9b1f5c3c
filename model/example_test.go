package model_test

import (
	"fmt"

	"hooke/model"
)

// Two masses of 1 kg and a spring of 100 N/m, made by hand.
func Example() {
	m := &model.Model{
		Name:         "two masses",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{1, 1},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "steel", Stiffness: 100}},
	}
	if err := m.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.MassCount(), "masses,", m.SpringCount(), "spring")

	m.Ends[0][1] = 2
	fmt.Println(m.Validate())
	// Output:
	// 2 masses, 1 spring
	// model "two masses": spring 0: ends 0 and 2; masses are numbered 0 to 1
}
