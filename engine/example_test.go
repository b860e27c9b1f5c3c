package engine_test

import (
	"fmt"
	"log"

	"hooke/engine"
	"hooke/mesh/build"
	"hooke/model"
)

// Make an engine, take 1000 steps of a falling lattice, wait for them, and read the velocity.
func Example() {
	m, err := build.Lattice(build.LatticeSpec{Nx: 4, Ny: 4, Nz: 4, Spacing: 0.01, Mass: 1e-3, Stiffness: 500})
	if err != nil {
		log.Fatal(err)
	}
	p := model.Params{Gravity: model.EarthGravity(), DT: 1e-4}
	e, err := engine.New(engine.CPU, m, p, engine.Options{}) // engine.Auto chooses the fastest
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	if err := e.Step(1000); err != nil {
		log.Fatal(err)
	}
	if err := e.Finish(); err != nil { // waits, and reports divergence
		log.Fatal(err)
	}
	var now model.Snapshot
	if err := e.Read(&now); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %.2f s, %.3f m/s\n", e.Describe().Engine, now.Time, now.Velocity[0][2])
	// Output: cpu: 0.10 s, -0.981 m/s
}

// Ask for an ability that only some engines have: here the energy ledger, which cpuref keeps, and
// timestamps of a device, which it lacks.
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
