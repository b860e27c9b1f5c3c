// Package play reads trajectories of recorded runs, from NPZ files and LAMMPS dumps: frame by
// frame in order (Read), or any frame at any time (Open). It takes no steps and draws
// nothing.
package play
