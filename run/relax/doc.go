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
// friction has a residual of zero.
//
// Source: M. R. Barnes, Form finding and analysis of tension structures by
// dynamic relaxation, International Journal of Space Structures 14 (1999),
// after P. A. Cundall (1976).
//
// # Newton's method
//
// Explicit steps do not turn segments of rods, so Newton's method with exact derivatives brings a
// model with rods to rest, without steps. A Problem finds positions of masses and orientations of
// segments at a minimum of the energy near a given state:
//
//	U = Σ ½ k (L − L0)² + rods − Σ x·(m g + F) + Σ ½ k |x − X|² + Σ ½ kc δ²
//
// The terms are springs, rods (package rod), gravity, constant loads, handles and contacts. A
// Problem is independent of all solvers and engines, so it serves to check them, in float64. With
// friction there may be many equilibria; given a state, masses that touch stay where they are
// along the surface.
//
// An iteration solves (H + μ D) Δ = −∇U by elimination, where D resists each mass or segment by
// itself. μ grows until the matrix is positive definite and the step lowers the energy, or the
// largest force, and shrinks otherwise, so that the last iterations are Newton's. A rest at which
// H is not positive definite is unstable: a small push ends it.
package relax
