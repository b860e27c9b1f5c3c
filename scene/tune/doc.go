// Package tune chooses the numbers of a scene that its maker leaves open: the number of masses,
// densities, the stiffness with which a structure carries its own weight, damping, the ground, the
// step and the length of a run. It also checks that the masses fit the memory.
//
// It chooses where structures start, too: RecenterSurface and RecenterModel move a mesh near the
// origin, where float32 is fine enough for its springs, and LiftOut moves bodies out of the planes
// in which they would start.
package tune
