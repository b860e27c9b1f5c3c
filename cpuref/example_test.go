package cpuref_test

import (
	"fmt"

	"hooke/cpuref"
	"hooke/model"
)

// A mass of 1 kg on a spring of 100 N/m, 10 rad/s: after a period of 2π/10 s it is where it
// began.
func Example() {
	m := &model.Model{
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{1, 1},
		Pin:          []model.Pin{model.PinAll, 0},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "steel", Stiffness: 100}},
	}
	const steps, period = 1000, 0.6283185
	e, err := cpuref.New(m, model.Params{DT: period / steps, Integrator: model.VelocityVerlet})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close()
	start := m.Start()
	start.Position[1][0] = 1.1
	if err := e.Reset(start); err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		if err := e.Step(steps / 2); err != nil {
			fmt.Println(err)
			return
		}
		s := e.State()
		fmt.Printf("%.3f s: stretched by %.3f m\n", s.Time, s.Position[1][0]-1)
	}
	// Output:
	// 0.314 s: stretched by -0.100 m
	// 0.628 s: stretched by 0.100 m
}
