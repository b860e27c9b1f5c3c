// Package film writes pictures one behind the other: a Movie or a PNGFolder while they
// come, a Video or a PNGSeries as outputs of a run (see export.Series), which go on where
// an earlier part of the run ended. Videos are made by the program ffmpeg.
package film
