// Package play reads what runs recorded: trajectories, as NPZ files and as dumps of LAMMPS,
// frame by frame in their order (Read) or any frame at any time (Open). It steps nothing and
// draws nothing.
package play
