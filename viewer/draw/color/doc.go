// Package color says what the colors of pictures mean: the quantities by which springs
// and surfaces can be colored, the range of values that a color map spans, the maps
// themselves, and the themes with the inks of text. It knows nothing of a device.
package color
