// Package tune chooses the numbers that the recipe of a structure leaves open: the number of
// masses, densities, a stiffness that carries the structure's own weight, damping, the
// ground, the step and the length of a run. It also checks that the masses fit into memory.
package tune
