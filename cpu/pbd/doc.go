// Package pbd is plain position-based dynamics for the engine cpu: masses go on with their
// velocities, then springs move their ends to where they should be, color by color, and the way
// that a mass went in the end is its velocity. It is here to teach, see docs/physics.md.
//
// What springs change is the way of each mass within a substep, and not its position.
package pbd
