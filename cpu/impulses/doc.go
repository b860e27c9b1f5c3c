// Package impulses is the solver impulses of the engine cpu: springs are soft constraints on
// velocities, solved within a substep one after the other, color by color; see package
// cpuref/impulses for the laws and docs/decisions/impulses.md for why.
//
// Springs of a color share no mass, so the threads share out the springs of a color, and any
// division gives the same bits. Colors and their order are those of order.ColorSprings, as in all
// engines. Springs are kept color by color, 16 in a group: where arithmetic gives the colors,
// those between 16 masses in a row and 16 others in a row, whose numbers need no table; else any
// 16 of a color, with a table of their ends.
//
// Passes that visit masses and springs in their order by lanes are done as a wave, which visits
// the masses of some lanes in one pass after the other as long as a near cache has them. Each pass
// by itself would read all masses from a far cache, 13 to 25 times in a substep. Every mass sees
// the same passes in the same order, so a wave changes no bit.
//
// With AVX-512 and in single precision a kernel visits groups by rows, 16 springs at once, where no
// spring is rigid or a cable, no mass is pinned along some axes alone and the run has no ledger; so do
// a warm start, and the passes that begin and end a substep of masses. Springs with a table of
// their ends are visited in a packed copy of masses, 16 at once, with the bits of plain Go. All
// else is plain Go.
package impulses
