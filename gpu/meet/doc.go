// Package meet implements springs that touch springs, and masses that touch triangles, on the device, by the law of
// model.Collision.
//
// The host lists the pairs that are near, by package physics/meet. A pass over the pairs of the list writes the
// push on each of their four masses, and a pass over masses adds these to their external forces, in the order of the
// pairs. Friction is the same two passes again, with impulses, after a step. There are no atomic additions, so
// bits repeat. Pairs that do not touch add nothing, so no result depends on lists.
//
// A pass over masses in each evaluation notes the farthest way that one has gone since the list was made. If
// that was too far, the owner takes the steps again from a marked state with a younger list, so no touch is missed.
package meet
