// Package export writes what a run produces: energies over time (CSV, and as a
// picture), frames over time (see Series), and the last state of a run. Package
// run/export/pictures writes pictures, and run/export/film makes films of them. Package play
// reads the frames of runs, and checkpoint keeps what a run resumes from. This package
// draws nothing and steps nothing.
//
// Every file has a temporary name in its own folder until it is complete, so that a
// reader never finds half a file, and a failed write leaves what was there before.
package export
