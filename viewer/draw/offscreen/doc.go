// Package offscreen makes pictures without a window: an engine runs and is drawn, pictures
// larger than the device stores are drawn in tiles, and those of a film are handed on to
// who writes it.
package offscreen
