package engine_test

import (
	"fmt"
	"log"

	"hooke/engine"
	"hooke/mesh/build"
	"hooke/model"
)

// A lattice falls for a tenth of a second in whatever engine the machine has.
func Example() {
	m, err := build.Lattice(build.LatticeSpec{Nx: 4, Ny: 4, Nz: 4, Spacing: 0.01, Mass: 1e-3, Stiffness: 500})
	if err != nil {
		log.Fatal(err)
	}
	p := model.Params{Gravity: model.EarthGravity(), DT: 1e-4}
	e, err := engine.New(engine.CPU, m, p, engine.Options{}) // engine.Auto takes the fastest
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	if err := e.Step(1000); err != nil {
		log.Fatal(err)
	}
	if err := e.Finish(); err != nil { // waits, and says if the steps diverged
		log.Fatal(err)
	}
	var now model.Snapshot
	if err := e.Read(&now); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %.2f s, %.3f m/s\n", e.Describe().Engine, now.Time, now.Velocity[0][2])
	// Output: cpu: 0.10 s, -0.981 m/s
}

// An ability that not every engine has is asked for by name, through whatever is around
// the engine.
func ExampleNew_abilities() {
	m, err := build.Lattice(build.LatticeSpec{Nx: 2, Ny: 2, Nz: 2, Spacing: 0.01, Mass: 1e-3, Stiffness: 500})
	if err != nil {
		log.Fatal(err)
	}
	e, err := engine.New(engine.CPURef, m, model.Params{DT: 1e-4, Ledger: true}, engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	_, ledger := model.As[model.LedgerKeeper](e)
	_, clock := model.As[model.DeviceClock](e)
	fmt.Println("keeps a ledger:", ledger, "times on the device:", clock)
	// Output: keeps a ledger: true times on the device: false
}
