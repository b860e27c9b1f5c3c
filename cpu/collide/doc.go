// Package collide finds the pairs of masses that may touch for the engine cpu, and keeps
// their neighbor lists from step to step. model.Collision defines the law.
//
// Pairs are found with a hashed grid. The edge of its cells is the largest sum of radii plus
// the skin. Rows of cells along x are adjacent in the table, so that three cells of a row are
// one range of it. Masses are sorted into the table by counting: first by parts of the table,
// in chunks of masses, then within each part. From every mass half of the 27 cells around it
// are searched, so that each pair is found once.
//
// A list holds the masses nearer than D plus the skin, at both masses of a pair, in columns
// of 16 entries for a slice of 16 masses. It is in the order of the model's mass numbers, and
// a pair that does not touch adds nothing. So forces do not depend on the grid, the skin, the
// age of lists, or the threads, bit for bit.
//
// Lists are never outdated: Motion bounds the motion of masses since a list was built,
// relative to one mass of their body, and lists are rebuilt before that exceeds half of the
// skin.
package collide
