// Package cpuref is the float64 reference of hooke: serial, plain, and written from the
// equations, so that it is unlikely to share a mistake with an engine that is written for
// speed. It steps models ([Engine]) and measures states ([EnergyOf], [MomentumOf]). Package
// engine/check compares other engines with it.
//
// A step is a few passes. Each pass is a plain function with the name of the GPU's pass;
// Engine.advance lists them for each integrator. Symplectic Euler has two: SpringForces
// writes the force of every spring. Integrate sums them per mass in ascending order of
// springs, adds the other forces and moves the masses. In runs with wind, loads or guides,
// Wind and Load precede these two and Guide follows them.
//
// The package never imports gpu, shaders or laws. Steps start no goroutines (setup does, in
// package model). An Engine is not safe for concurrent use.
package cpuref
