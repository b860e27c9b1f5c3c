package gpu_test

import (
	"fmt"

	"hooke/gpu"
	"hooke/mesh/build"
	"hooke/model"
)

// A block of 8 × 8 × 8 masses falls freely for 0.1 s: v = −g t and z = −g t²/2,
// plus the half step that symplectic Euler adds. Errors are left out here.
func Example() {
	block, _ := build.Lattice(build.LatticeSpec{Nx: 8, Ny: 8, Nz: 8, Spacing: 0.01, Mass: 0.001, Stiffness: 100})
	engine, _ := gpu.Open(block, model.Params{DT: 1e-4, Gravity: model.EarthGravity()}, gpu.Options{})
	defer engine.Close()
	_ = engine.Step(1000)
	var now model.Snapshot
	_ = engine.Read(&now)

	fmt.Printf("after %.1f s: v = %.3f m/s, z = %.4f m\n", now.Time, now.Velocity[0][2], now.Position[0][2])
	// Output: after 0.1 s: v = -0.981 m/s, z = -0.0491 m
}
