// Package gpu is the OpenGL engine of hooke: the buffers of a model on the device and the
// passes that step it. It works with or without a window; gpu/egl makes contexts for the
// latter.
//
// # A step
//
// The pipeline two-pass has two passes:
//
//	spring-force  per spring  positions, velocities -> force of each spring
//	integrate     per mass    forces of its springs -> velocity, position
//
// The pipeline fused has one pass per mass, which evaluates the mass's springs and moves it,
// from one copy of the state into the next:
//
//	fused-integrate  per mass  positions, velocities of its neighbors -> velocity, position
//
// A neighbor at an offset that most masses share, as in lattices, cloths and ropes, takes a
// bit of a mask; one at an offset that a slice of 32 masses shares, as in filled meshes, a
// bit of a group. Other springs are entries of 4, 8 or 16 bytes at both of their ends (see
// package table). Masses may have an order of their own on the device. Arrays that are longer
// than the largest storage block are dispatched in ranges of masses and springs (see
// division).
//
// Each pass is one shader file of package shaders and has a float64 counterpart in package
// cpuref. Forces are gathered and never scattered with atomics, so two runs on one machine
// are bit-identical.
//
// # Submissions
//
// Step takes any number of steps and divides them into submissions of about 50 ms, by the
// measured time of earlier ones. At most four submissions are queued: then Step waits for the
// fence behind the oldest, and for nothing else. Finish and every read wait for all. Call
// everything on the thread whose context is current.
//
// # Packages
//
// The engine decides which passes a step has, and when. Its parts are packages of their own
// that need no engine: passes and their dispatch (pass), the arrays that they bind (buffers),
// the order of passes of each integrator (solver), parameters of a run (settings), sums of
// energies (ledger), collisions of masses (collide), measurements of springs (measure), and
// submissions (queue).
//
// # Memory
//
// The device needs 36 bytes per mass (16 position, 16 velocity, 4 first incidence) and 40
// bytes per spring (8 ends, 8 rest length and material, 12 force, 8 two incidences, 4 strain
// for drawing). It needs 8 more per spring for a material that is not in SI units or has an
// axial rigidity, and 12 per material.
//
// The pipeline fused takes 64 bytes per mass for both copies of the state. Layout returns the
// bytes for springs: 0.3 each in a lattice, 1 to 2 in a filled mesh, 8 to 36 in an irregular
// structure; 20 more for drawing, and 12 more for that with a material that is not in SI
// units or has an axial rigidity.
//
// Collisions take 148 bytes for each mass that takes part, 12 for each of all masses, and a
// copy of the state. Friction or the solver impulses add 32, and the latter 36 more for each
// mass that takes part. Step then waits every 256 steps.
package gpu
