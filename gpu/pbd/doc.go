// Package pbd is how the device steps with plain position-based dynamics, which is here to
// teach. A step is divided into substeps, and each substep is a list of passes:
//
//	predict   velocities with gravity and drag, a pass of masses
//	project   springs move their ends, color by color; then push-out, of masses; again for each iteration
//	rub       friction of what contacts have pushed, where any contact rubs
//	finish    moves masses
//
// Positions stay those of the start of a substep until it ends. A velocity v says meanwhile
// that its mass is at x + h v, so that a way which is short beside a position keeps all of its
// digits.
//
// The formulas are those of package cpuref/pbd; docs/physics.md has them.
package pbd
