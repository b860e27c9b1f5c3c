// Package export writes what a run produced: pictures (PNG), energies over time (CSV),
// frames over time (see Series), checkpoints, and the state a run ended with.
//
// Every file is written under a temporary name in its own folder and renamed
// when it is complete, so that a reader never finds half a file, and a failed
// write leaves what was there before. The package reads back checkpoints; package play
// reads the frames of runs. It draws nothing and steps nothing.
package export
