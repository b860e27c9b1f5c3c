// Package tune chooses what the maker of a structure leaves open: the number of masses,
// densities, the stiffness with which a structure carries its own weight, damping, the
// ground, the step and the length of a run. It also checks that the masses fit the memory.
package tune
