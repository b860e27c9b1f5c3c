// Package export writes the results of a run: energies over time (CSV, and as a picture),
// frames over time (see Series), and the last state. Package run/export/pictures writes
// pictures, and run/export/film makes films of them. Package play reads the frames of runs,
// and checkpoint stores the data from which a run resumes. This package draws nothing and
// takes no steps.
//
// Every file has a temporary name in its own folder until it is complete, so that a reader
// never finds half a file, and a failed write keeps the previous file.
package export
