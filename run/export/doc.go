// Package export writes the results of a run: energies over time (CSV, and as a
// picture), frames over time (see Series), and the last state of a run. WritePNG
// writes a picture, WidenAxes gives plots axes that can be drawn, and package run/export/film makes
// films. Package run/play reads the frames of runs. This package steps nothing and draws no
// structures.
//
// Every file has a temporary name in its own folder until it is complete, so that a reader
// never finds half a file, and a failed write keeps the previous file.
package export
