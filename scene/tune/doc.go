// Package tune chooses what the maker of a structure did not say: how many masses and
// whether they fit the memory, densities, the stiffness with which a structure carries its
// own weight, damping, the ground, the step and the length of a run.
package tune
