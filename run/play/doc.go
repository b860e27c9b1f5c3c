// Package play shows recorded runs again, without stepping them.
//
// Open and Read read a trajectory, an NPZ file or a dump of LAMMPS: any frame at any time, or frame by
// frame in their order.
//
// A Record holds the states to show: those of a trajectory, a checkpoint or a final.npz, or a
// structure as it starts. A Drawing draws them without a window, and a RecordEngine shows them in
// one.
//
// A Lineup shows recorded runs side by side: members of an ensemble, or the best runs of a sweep.
// Each member has run by itself at its own origin; only pictures set them apart. Each is colored by a
// number of its run, and has a label.
package play
