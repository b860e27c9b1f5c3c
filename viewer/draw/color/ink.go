package color

import "math"

// Ink is a color with opacity, 0xRRGGBBAA, not premultiplied.
type Ink uint32

// Bytes returns red, green, blue and opacity, each from 0 to 255.
func (i Ink) Bytes() [4]uint8 {
	return [4]uint8{uint8(i >> 24), uint8(i >> 16), uint8(i >> 8), uint8(i)}
}

// Inks are the colors of text and panels.
type Inks struct {
	Bright, Dim, Accent, Warn, Panel Ink
	Line                             Ink // of frames and axes
	Fill                             Ink // of bars and sliders
}

// Opaque returns the opaque ink of a color whose red, green and blue go from 0 to 1.
func Opaque(color [3]float64) Ink {
	out := Ink(255)
	for k := range 3 {
		out |= Ink(math.Round(255*color[k])) << (24 - 8*k)
	}
	return out
}
