// Package cpuref is the float64 reference of hooke: serial, plain, and written
// from the equations, so that a mistake is unlikely to be shared with an
// engine that was written for speed. It steps models (Engine), measures states
// (EnergyOf, MomentumOf), compares an engine's read-back with its own state
// (Compare, RelativeError) and runs the proof behind "hooke check" (Check).
//
// One step is two passes, each a plain function of the same name as the GPU's
// pass: SpringForces writes the force of every spring, Integrate sums them per
// mass in ascending spring order, adds the other forces and moves the masses
// by symplectic Euler.
//
// The package never imports gpu or shaders. It starts no goroutines, and an
// Engine is not safe for concurrent use.
package cpuref
