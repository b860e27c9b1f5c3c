package control_test

import (
	"fmt"
	"log"

	"hooke/control"
	"hooke/engine"
	"hooke/mesh/build"
	"hooke/model"
)

// tower is a thin tower of 1 m that is held along one edge of its foot, about which it tips, and pushed at its top.
func tower() (*model.Model, model.Params, *control.Spec) {
	m, err := build.Lattice(build.LatticeSpec{Nx: 2, Ny: 2, Nz: 11, Spacing: 0.1, Mass: 0.05, Stiffness: 5000, DampingRatio: 0.1})
	if err != nil {
		log.Fatal(err)
	}
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[0], m.Pin[1] = model.PinAll, model.PinAll // the two masses of the foot with the least y
	top, _ := m.Group("top")
	p := model.Params{DT: 2e-4, Gravity: model.EarthGravity(), Forces: []model.Force{{Name: "push", Masses: top.Masses}},
		Contacts: []model.Contact{model.Ground(-0.3, 2000, 10)}}
	return m, p, &control.Spec{Period: 50, Host: true,
		Inputs:  []control.Input{{Name: "push", Of: "force[push].y", Min: -2, Max: 2}},
		Sensors: []control.Sensor{{Name: "place", What: control.Position, Masses: top.Masses}, {Name: "speed", What: control.Velocity, Masses: top.Masses}}}
}

// A tower falls over, unless a host of its own, 100 times a second, pushes its top back to where it stood. The same works
// with the engines cpu and gpu.
func Example() {
	for _, held := range []bool{false, true} {
		m, p, spec := tower()
		e, err := engine.New(engine.CPURef, m, p, engine.Options{Control: spec})
		if err != nil {
			log.Fatal(err)
		}
		loop, _ := model.As[model.Controlled](e)
		y := make([]float64, 6) // place and speed
		for b := range int64(300) {
			if err := loop.Sense(b, y); err != nil {
				log.Fatal(err)
			}
			push := 0.
			if held {
				push = -100*y[1] - 20*y[4]
			}
			if err := loop.Act(b, []float64{push}); err != nil {
				log.Fatal(err)
			}
			if err := e.Step(spec.Period); err != nil {
				log.Fatal(err)
			}
		}
		if err := loop.Sense(300, y); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("held %v: after 3 s the top stands at least 0.9 m high: %v\n", held, y[2] > 0.9)
		e.Close()
	}
	// Output:
	// held false: after 3 s the top stands at least 0.9 m high: false
	// held true: after 3 s the top stands at least 0.9 m high: true
}
