// Package offscreen makes pictures without a window. It steps an engine and draws it,
// draws pictures that are larger than the device stores in tiles, and hands the pictures
// of a film to a writer.
package offscreen
