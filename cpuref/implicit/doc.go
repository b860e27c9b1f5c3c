// Package implicit is the float64 reference of two solvers that take large steps, to teach and to
// compare with: implicit Euler and position-based dynamics.
//
// A Problem holds the equations of an implicit Euler step. Solver solves it by vertex block
// descent: one mass after the other moves to the point where the forces on it vanish while all
// others keep still, color by color, again and again.
//
// A PositionStep is a step of plain position-based dynamics: masses continue with their velocities,
// then springs move their ends to where they should be, one after the other, and the displacement
// of a mass over the step becomes its velocity. How stiff a spring is depends on the step and on the
// number of iterations. The solver dissipates energy, and loses angular momentum: moving positions
// toward each other turns nothing back that the step has turned too far.
//
// Sources: Chen, Liu, Yang, Yuksel, Vertex Block Descent, 2024; Müller, Heidelberger, Hennix,
// Ratcliff, Position Based Dynamics, 2006; Jakobsen, Advanced Character Physics, 2001.
package implicit
