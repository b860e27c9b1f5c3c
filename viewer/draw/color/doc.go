// Package color is what colors of pictures mean: what springs and surfaces can be colored
// by, the range of values that a color map spans, the maps themselves, and the themes with
// the inks of text. It knows nothing of a device.
package color
