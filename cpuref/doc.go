// Package cpuref is the float64 reference of hooke: serial, plain, and written
// from the equations, so that a mistake is unlikely to be shared with an
// engine that was written for speed. It steps models (Engine), measures states
// (EnergyOf, MomentumOf). Package check proves other engines against it.
//
// A step is a few passes, each a plain function of the same name as the GPU's
// pass; Engine.advance lists them for each integrator. In symplectic Euler they
// are two: SpringForces writes the force of every spring, Integrate sums them per
// mass in ascending spring order, adds the other forces and moves the masses.
// Wind and Load come before, Guide after them, where a run has any.
//
// The package never imports gpu or shaders. Steps start no goroutines (set-up
// does, in package model), and an Engine is not safe for concurrent use.
package cpuref
