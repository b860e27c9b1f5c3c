// Package color defines the colors of pictures: the quantities that color springs and surfaces,
// the range of values that a color map spans, the maps themselves, and the themes with the
// inks of text. It does not depend on a device.
package color
