// Package physics has what follows from a model, its parameters and a state by closed
// formulas, in float64, the same for every engine: the stiffness and damping of each spring
// (Resolver), the energy of a state, what changes with time (Drives), the largest stable
// step, what rounding adds, and why a run diverged. docs/physics.md derives them.
//
// It steps nothing and keeps no state but that of smoothed actuators. Functions go through
// large models on all cores and give the same bits with any number of them.
package physics
