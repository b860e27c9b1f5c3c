// Package physics computes the quantities that follow from a model, its parameters and a state by
// closed formulas, in float64, the same for every engine: the stiffness and damping of each spring
// (Resolver), the energy of a state, what changes with time (Drives), the largest stable
// step, what rounding adds, when a run ends, and why it diverged. docs/physics.md derives them.
//
// Its functions step nothing and keep no state but that of smoothed actuators; a Watch alone steps
// an engine, until a condition ends the run. Functions go through large models on all cores and
// give the same bits with any number of them.
//
// The springs of a pattern are in no array. SpringBlocks goes through them row by row, with the
// positions of their ends side by side, and PatternKinds divides them into kinds that look the same
// at rest. Both give springs in the order of arrays, so that sums have the same bits.
package physics
