// Package pbd is the float64 reference of plain position-based dynamics: masses go on with
// their velocities, then springs move their ends to where they should be, one after the
// other, and the way that a mass went in the end is its velocity.
//
// It is here to teach. How stiff a spring is depends on the step and on how often springs
// are gone through. It loses energy, and it loses angular momentum: moving positions toward
// each other turns nothing back that the step has turned too far.
//
// Source: Müller, Heidelberger, Hennix, Ratcliff, Position Based Dynamics, 2006; Jakobsen,
// Advanced Character Physics, 2001.
package pbd
