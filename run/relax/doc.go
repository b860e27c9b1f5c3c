// Package relax brings a structure to rest: it finds positions at which the forces on every
// free mass cancel, up to a stated residual. Use it for settled starts, catenaries, and form
// finding of tensegrity and cloth.
//
// # Method
//
// The method is kinetic damping. The structure swings from rest toward a minimum of its
// potential energy, where its kinetic energy has a peak. At the peak all masses are stopped,
// and the next swing begins there with less energy. There is nothing to tune. Only the
// kinetic energy is observed, now and then: a stop up to an eighth late costs little. So a
// device computes one number after batches of steps, whose length grows with the time since
// the last stop, and works alone in between.
//
// Unlike drag, it needs no estimate of the lowest frequency: drag that is critical for one
// structure takes ten times longer for another. FIRE (Bitzek et al., 2006) took 0.5 to 1
// times the steps on a rope, a cloth, a lattice and a cantilever, but needs three sums over
// all masses in every single step.
//
// A stop leaves every mass halfway along its last step. There the energy that symplectic
// Euler conserves is all potential, so that a stop only removes energy, at any time and for
// any step below the safe one; a stop at the end of the step would excite stiff modes.
// docs/physics.md has the proof.
//
// A rest is accepted if a small push does not grow, since an unstable equilibrium is a
// balance of forces too.
//
// The residual of a mass is the force of a step from rest: m |v|/dt after it. So it includes
// everything in the engine's step, such as pins, constraints and friction: a mass held by
// friction has none.
//
// Explicit steps do not turn segments of rods. A model with rods is brought to rest by
// Newton's method (package statics) without steps.
//
// Source: M. R. Barnes, Form finding and analysis of tension structures by dynamic
// relaxation, International Journal of Space Structures 14 (1999), after P. A. Cundall
// (1976).
package relax
