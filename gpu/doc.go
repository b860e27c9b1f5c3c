// Package gpu is the OpenGL engine of hooke: the buffers of a model on the
// device and the passes that step it. It works the same under a window and
// without one; hooke/gpu/egl makes contexts for the latter.
//
// The step of the two-pass pipeline reads aloud:
//
//	spring-force  per spring  positions, velocities -> force of each spring
//	integrate     per mass    forces of its springs -> velocity, position
//
// The pipeline fused has one pass per mass, which evaluates the mass's springs and
// moves it, from one copy of the state into the next:
//
//	fused-integrate  per mass  positions, velocities of its neighbors -> velocity, position
//
// Neighbors at an offset that most masses share, as in lattices, cloths and ropes,
// take a bit of a mask each, those at an offset that a slice of 32 masses shares, as
// in what fills a mesh, a bit of a group; other springs are entries of 4, 8 or 16 bytes
// at both of their ends (see table). Masses may have an order of their own on the
// device.
//
// Arrays that are longer than a storage block may be are dispatched by ranges of
// masses and springs (see division).
//
// The engine decides which passes a step has, and when. What it is made of has rooms of its own,
// which need no engine: passes and their dispatch (package pass), the arrays that they bind
// (buffers), the order of passes of each integrator (solver), parameters of a run (settings),
// sums of energies (ledger), masses that collide (collide), what is measured of springs (measure),
// submissions (queue).
//
// Each pass is one shader file of package shaders and has a float64 twin in
// package cpuref. Forces are gathered, never scattered with atomics, so two
// runs on one machine are bit-identical.
//
// Step takes any number of steps and divides them into submissions of about 50 ms,
// by what the device says that earlier ones took. At most four submissions are
// ahead of the device: then Step waits for the fence behind the oldest, and for
// nothing else. Finish and every reading wait for all.
//
// Memory on the device: 36 bytes per mass (16 position, 16 velocity, 4 first
// incidence) and 40 bytes per spring (8 ends, 8 rest length and material, 12
// force, 8 two incidences, 4 strain for drawing), 8 more per spring when a
// material is not in SI units or has an axial rigidity, and 12 per material.
//
// The pipeline fused takes 64 bytes per mass for both copies of the state, and for
// springs what Layout says: 0.3 bytes each in a lattice, 1 to 2 in a filled mesh, 8 to 36 where nothing is
// regular; 20 more for drawing, and 12 more for that where a material is not in SI units
// or has an axial rigidity.
//
// Collisions of masses take 148 bytes for each mass that takes part, 12 more for each of all masses,
// 32 more with friction or with the solver impulses, where each that takes part has 36 more, and a copy of the state. Step then waits every 256 steps.
//
// Everything must be called on the thread whose context is current.
package gpu
