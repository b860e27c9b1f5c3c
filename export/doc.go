// Package export writes what a run produced: pictures (PNG), energies over time (CSV),
// frames over time (see Series), checkpoints, and the state a run ended with.
//
// Every file is written under a temporary name in its own folder and renamed
// when it is complete, so that a reader never finds half a file, and a failed
// write leaves what was there before. The package reads back checkpoints, the
// states that runs ended with and the frames of runs (ReadTrajectory, Tape); it draws
// nothing and steps nothing.
package export
