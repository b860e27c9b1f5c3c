// Package statics finds where a structure rests: positions of masses, and orientations of segments of rods, at
// which its energy is least near those that it is given, by Newton's method with exact derivatives. It steps
// nothing and knows no solver, so it is an oracle for all that do, in float64.
//
// The energy is that of springs, of rods (package rod), of gravity, of loads that are constant, of handles, and of
// contacts:
//
//	U = Σ ½ k (L − L0)² + rods − Σ x·(m g + F) + Σ ½ k |x − X|² + Σ ½ kc δ²
//
// Friction may hold a structure in many places. Where it is asked near which, masses that touch stay where they are
// along the surface.
//
// A step solves (H + μ D) Δ = −∇U by elimination, D being what resists each mass or segment by itself. μ grows until
// the matrix is positive definite and the step lowers the energy, or the largest force, and falls else, so that the
// way ends as Newton's does. A rest at which H is not positive definite is one that a small push ends.
package statics
