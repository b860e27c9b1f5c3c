// Package pbd is the float64 reference of plain position-based dynamics: masses move with
// their velocities, then springs, one after the other, move their ends to their rest length,
// and the displacement of a mass divided by the step is its new velocity.
//
// It is here for teaching. The stiffness of a spring depends on the step and on the number of
// iterations. It loses energy, and it loses angular momentum, since moving positions towards
// each other does not turn back the excess rotation of a step.
//
// Source: Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2006; Jakobsen,
// Advanced Character Physics, 2001.
package pbd
