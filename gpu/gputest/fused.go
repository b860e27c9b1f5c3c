package gputest

import (
	"hooke/model"
	"hooke/order"
)

// FusedModel is a case for the pipeline fused, with the expected arrangement.
type FusedModel struct {
	Name    string
	Model   *model.Model
	State   *model.State
	Order   string  // of package order; empty: any
	Regular float64 // least share
	Bytes   int     // of an entry
}

// FusedModels are structures of every kind that the pipeline tells apart.
func FusedModels() []FusedModel {
	random, randomState := Random(5, 3000, 12000)
	tuned, tunedState := Tuned(6, 900, 4000)
	small, smallState := Random(1, 3, 1)
	single, singleState := Random(1, 1, 0)
	cases := []FusedModel{
		{"lattice", Grid(9, 8, 7), nil, order.AsGiven, 1, 4},
		{"cloth", Grid(40, 30, 1), nil, order.AsGiven, 1, 4},
		{"rope", Grid(300, 1, 1), nil, order.AsGiven, 1, 4},
		{"two materials", TwoMaterials(Grid(9, 8, 7), 1), nil, order.AsGiven, 0.9, 4},
		{"shuffled lattice", Shuffled(Grid(9, 8, 7), 2), nil, order.Rows, 1, 4},
		{"random", random, randomState, order.AsGiven, 0, 8},
		{"shuffled network", Shuffled(Jittered(Grid(15, 15, 15), 3), 3), nil, order.Curve, 0, 8},
		{"network", Jittered(Grid(9, 8, 7), 3), nil, order.Curve, 0, 8},
		{"tuned", tuned, tunedState, order.AsGiven, 0, 16},
		{"one spring", small, smallState, order.AsGiven, 0, 4},
		{"no spring", single, singleState, order.AsGiven, 0, 4},
	}
	for i := range cases {
		if cases[i].State == nil {
			cases[i].State = Moving(cases[i].Model, uint64(i))
		}
	}
	return cases
}
