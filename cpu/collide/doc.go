// Package collide finds the pairs of masses that may touch, and holds what the engine cpu
// keeps of them from step to step. The law is that of model.Collision.
//
// Pairs are found with a hashed grid. Its cells have an edge of the largest sum of radii
// and the skin; rows of cells along x lie side by side in the table, so that three cells of
// a row are one stretch of it. Masses are sorted into the table by counting: first by parts
// of the table, chunk by chunk of the masses, then within each part. From every mass, half
// of the 27 cells around it are searched, so that a pair is found once.
//
// Lists hold the pairs nearer than D and the skin, at both of their masses, in columns of 16
// entries for a slice of 16 masses. The list of a mass is in the order of the model's
// numbers of the others, and a pair that does not touch adds nothing. So forces do not
// depend on the grid, the skin, the age of lists, or the threads, bit for bit.
//
// Lists are never late: Motion bounds how far masses have moved since they were made,
// relative to one mass of their body, and lists are made anew before that exceeds half of
// the skin.
package collide
