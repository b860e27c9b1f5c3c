package model_test

import (
	"fmt"
	"log"

	"hooke/model"
	"hooke/physics"
)

// Two masses of 1 kg on a spring of 100 N/m. One end is pulled out by 10 cm, which stores
// ½ k (L − L0)² = 0.5 J.
func Example() {
	m := &model.Model{
		Name:         "oscillator",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{1, 1},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "steel", Stiffness: 100}},
	}
	if err := m.Validate(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.MassCount(), "masses,", m.SpringCount(), "spring")

	s := m.Start()
	s.Position[1][0] = 1.1
	e := physics.EnergyOf(m, model.Params{}, s)
	fmt.Printf("elastic %.2f J, total %.2f J\n", e.Elastic, e.Total())
	// Output:
	// 2 masses, 1 spring
	// elastic 0.50 J, total 0.50 J
}

// Validate names the spring whose end does not exist.
func ExampleModel_Validate() {
	m := &model.Model{
		Name:         "two masses",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{1, 1},
		Ends:         []model.Ends{{0, 2}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "steel", Stiffness: 100}},
	}
	fmt.Println(m.Validate())
	// Output:
	// model "two masses": spring 0: ends 0 and 2; masses are numbered 0 to 1
}
