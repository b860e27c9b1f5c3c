// Package film writes series of pictures. Movie and PNGFolder write pictures as they come.
// Video and PNGSeries are outputs of a run (see export.Series) and continue where an earlier
// part of the run ended. The program ffmpeg makes the videos.
package film
