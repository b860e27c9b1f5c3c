// Package relax brings a structure to rest: it finds positions at which the
// forces on every mass that is free to move cancel, up to a stated residual.
// Settled starts, catenaries, and form finding of tensegrity and cloth are made
// with it.
//
// It is kinetic damping. The structure swings, from rest, toward a place where
// its potential energy is lowest; there its kinetic energy has a peak. At the
// peak all masses are stopped, and it begins anew from there, each time with
// less energy. Nothing has to be tuned, and nothing but the kinetic energy has
// to be watched, every now and then: a restart up to an eighth late costs
// little. So a device is asked for one number after batches of steps that grow
// with the time since the last stop, and works on its own in between.
//
// Compared with drag it needs no knowledge of the lowest frequency: drag that is
// critical for one structure takes ten times longer in another. FIRE (Bitzek et
// al., 2006) took 0.5 to 1 times the steps on a rope, a cloth, a lattice and a
// cantilever, but asks for three sums over all masses in every single step.
//
// A stop leaves every mass halfway along its last step. There the energy that
// symplectic Euler keeps is all potential, so that a stop only ever takes energy, whenever
// it comes and at any step below the safe one; at the end of the step it would feed
// stiff modes. docs/physics.md has the proof.
//
// A rest is taken when a small push does not grow: what stands on its head is in
// balance too.
//
// The residual of a mass is the force that a step from rest shows: m |v|/dt
// after it. So it contains all that the engine's step does, whatever that is,
// pins and constraints and friction: a mass that friction holds has none.
//
// # Newton's method
//
// Segments of rods turn, which explicit steps cannot do, so a model with rods is brought to rest
// by Newton's method with exact derivatives, and nothing is stepped. A Problem finds positions of
// masses and orientations of segments at which the energy has a minimum near a given state:
//
//	U = Σ ½ k (L − L0)² + rods − Σ x·(m g + F) + Σ ½ k |x − X|² + Σ ½ kc δ²
//
// The terms are springs, rods (package rod), gravity, constant loads, handles and contacts. A
// Problem knows no solver and no engine, so it is also an oracle for them, in float64. Friction may
// hold a structure in many places; given a state, masses that touch stay where they are along the
// surface.
//
// An iteration solves (H + μ D) Δ = −∇U by elimination, where D resists each mass or segment by
// itself. μ grows until the matrix is positive definite and the step lowers the energy, or the
// largest force, and shrinks otherwise, so that the last iterations are Newton's. A rest at which
// H is not positive definite is unstable: a small push ends it.
//
// Source: M. R. Barnes, Form finding and analysis of tension structures by
// dynamic relaxation, International Journal of Space Structures 14 (1999),
// after P. A. Cundall (1976).
package relax
