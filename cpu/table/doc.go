// Package table lays a model out for the kernels of the engine cpu. It finds the order of
// the masses in slices of 16 lanes, the classes of springs and the regular part of the
// structure, and makes the slots, pairs and columns that say which springs each mass has.
package table
