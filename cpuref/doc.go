// Package cpuref is the float64 reference of hooke: serial, plain, and written from the
// equations, so that it is unlikely to share a mistake with an engine that is written
// for speed. It steps models (Engine) and measures states (EnergyOf, MomentumOf).
// Package check proves other engines against it.
//
// A step is a few passes. Each pass is a plain function of the same name as the GPU's
// pass; Engine.advance lists them for each integrator. Symplectic Euler has two:
// SpringForces writes the force of every spring; Integrate sums them per mass in
// ascending spring order, adds the other forces and moves the masses. Where a run has
// wind, loads or guides, Wind and Load come before those two and Guide after them.
//
// The package never imports gpu or shaders. Steps start no goroutines (set-up does, in
// package model), and an Engine is not safe for concurrent use.
package cpuref
