package physics_test

import (
	"fmt"

	"hooke/model"
	"hooke/physics"
)

// Two masses of 1 kg and a spring of 100 N/m: in the reduced mass of ½ kg it turns
// ω = √200 rad/s, and symplectic Euler is stable up to dt = 2/ω.
func ExampleSafeStep() {
	m := &model.Model{
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{1, 1},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "steel", Stiffness: 100}},
	}
	fmt.Printf("stable below dt = %.4f s\n", physics.SafeStep(m, model.Params{}))
	// Output:
	// stable below dt = 0.1414 s
}

// An energy in its parts: the spring is stretched by 0.1 m, one mass moves at 2 m/s.
func ExampleEnergyOf() {
	m := &model.Model{
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{1, 1},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "steel", Stiffness: 100}},
	}
	s := m.Start()
	s.Position[1][0] = 1.1
	s.Velocity[1][0] = 2
	e := physics.EnergyOf(m, model.Params{}, s)
	fmt.Printf("kinetic %.2f J, elastic %.2f J\n", e.Kinetic, e.Elastic)
	// Output:
	// kinetic 2.00 J, elastic 0.50 J
}
