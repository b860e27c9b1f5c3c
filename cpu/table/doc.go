// Package table arranges a model for the kernels of the engine cpu. It chooses the order of
// the masses in slices of 16 lanes, finds the classes of springs and the regular part of the
// structure, and builds the slots, pairs and columns that list the springs of each mass.
package table
