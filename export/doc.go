// Package export writes what a run produced: energies over time (CSV, and as a picture),
// frames over time (see Series), and the state a run ended with. Pictures themselves are
// written by package export/pictures, films of them by export/film.
//
// Every file is written under a temporary name in its own folder and renamed
// when it is complete, so that a reader never finds half a file, and a failed
// write leaves what was there before. Package play reads the frames of runs, and
// checkpoint what a run goes on from. It draws nothing and steps nothing.
package export
