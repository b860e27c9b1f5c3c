// Package direct solves the soft constraints of rods that are joined to each other all at once. Sweeps bring
// a load only a few segments along a rod in each substep, so that long rods hang through; elimination
// along the rod brings it all the way.
//
// It knows no law of rods: engines give it the blocks of
//
//	(M + Jᵀ G J) Δv = right side
//
// where v are the velocities of masses and the spins of segments, M their inertia, and G = A S² Aᵀ the
// stiffness of each constraint at the substep, in the world. Bodies are in the order of a walk that leaves a
// branch before the next one, leaves first, so that a chain has a narrow band, and a ring one long row.
package direct
