package color

import (
	"math"

	"hooke/shaders"
)

// Theme chooses the colors of a picture: the structure's surroundings, the lights and the
// text. The zero value is Dark.
type Theme uint8

// The themes.
const (
	Dark  Theme = iota // for screens
	Light              // for paper and projectors
)

func (t Theme) String() string { return [...]string{"dark", "light"}[t] }

// themeColors are the colors of a theme in sRGB, from 0 to 1. Lights are linear.
type themeColors struct {
	skyTop, skyBottom  [3]float32
	ground, grid       [4]float32 // the fourth component of grid is the opacity of lines
	plain, mass, solid [3]float32
	wire               [4]float32
	sun, up, down      [3]float32 // colors of lights
	eye                float32    // strength of the light from the eye
	shadow             float32    // how dark shadows are, 0 to 1
	inks               Inks
}

func (t Theme) colors() themeColors {
	if t == Light {
		return themeColors{
			skyTop: [3]float32{0.97, 0.98, 0.99}, skyBottom: [3]float32{0.80, 0.83, 0.87},
			ground: [4]float32{0.88, 0.89, 0.91, 1}, grid: [4]float32{0.42, 0.46, 0.52, 0.34},
			plain: [3]float32{0.42, 0.55, 0.70}, mass: [3]float32{0.36, 0.40, 0.46}, solid: [3]float32{0.72, 0.74, 0.77},
			wire: [4]float32{0.06, 0.08, 0.12, 0.22},
			sun:  [3]float32{1.30, 1.25, 1.16}, up: [3]float32{0.48, 0.52, 0.58}, down: [3]float32{0.28, 0.27, 0.26},
			eye: 0.18, shadow: 0.82,
			inks: Inks{Bright: 0x1a212bff, Dim: 0x5b6675ff, Accent: 0x0f62a8ff, Warn: 0xb23c00ff, Panel: 0xf7f9fcec, Line: 0x9aa5b4ff, Fill: 0x0f62a8c0},
		}
	}
	return themeColors{
		skyTop: [3]float32{0.205, 0.235, 0.285}, skyBottom: [3]float32{0.075, 0.085, 0.105},
		ground: [4]float32{0.205, 0.225, 0.255, 1}, grid: [4]float32{0.55, 0.61, 0.70, 0.30},
		plain: [3]float32{0.70, 0.77, 0.86}, mass: [3]float32{0.80, 0.80, 0.78}, solid: [3]float32{0.40, 0.45, 0.53},
		wire: [4]float32{0.02, 0.025, 0.035, 0.30},
		sun:  [3]float32{1.55, 1.46, 1.32}, up: [3]float32{0.27, 0.31, 0.38}, down: [3]float32{0.13, 0.125, 0.12},
		eye: 0.20, shadow: 0.90,
		inks: Inks{Bright: 0xecf0f5ff, Dim: 0x96a1b0ff, Accent: 0x7ec8ffff, Warn: 0xff9654ff, Panel: 0x0b0f15d4, Line: 0x46505eff, Fill: 0x4aa3e0c0},
	}
}

// Inks returns the colors of text and panels.
func (t Theme) Inks() Inks { return t.colors().inks }

// Solid returns the color of shapes that masses bump into: red, green and blue, 0 to 1.
func (t Theme) Solid() [3]float64 {
	rgb := t.colors().solid
	return [3]float64{float64(rgb[0]), float64(rgb[1]), float64(rgb[2])}
}

// Marked returns the color of the pattern on shapes that move.
func (t Theme) Marked() [3]float64 {
	rgb := t.Solid()
	for k := range rgb {
		rgb[k] *= 0.6
	}
	return rgb
}

// Paint writes the colors of the theme into a view.
func (t Theme) Paint(v *shaders.View) {
	c := t.colors()
	opaque := func(rgb [3]float32) [4]float32 { return [4]float32{rgb[0], rgb[1], rgb[2], 1} }
	v.SkyTop, v.SkyBottom = opaque(c.skyTop), opaque(c.skyBottom)
	v.GroundColor, v.GridColor, v.WireColor = c.ground, c.grid, c.wire
	v.PlainColor, v.MassColor, v.SolidColor = opaque(c.plain), opaque(c.mass), opaque(c.solid)
	v.PinColor = [4]float32{1.00, 0.62, 0.12, 1.5}
	v.MarkColor = [4]float32{0.98, 0.80, 0.22, 1}
	v.Sun = [4]float32{c.sun[0], c.sun[1], c.sun[2], c.eye}
	v.AmbientUp, v.AmbientDown = opaque(c.up), opaque(c.down)
	v.Light[3] = c.shadow
}

// Sun returns the unit vector toward the sun. The sun stands above, to the left of
// the camera's first position and a little behind it, so that the three visible sides of a
// box differ. It stays where it is when the camera turns, and so do shadows.
func Sun() [3]float64 {
	const azimuth, elevation = -113 * math.Pi / 180, 52 * math.Pi / 180
	sinA, cosA := math.Sincos(azimuth)
	sinE, cosE := math.Sincos(elevation)
	return [3]float64{cosE * cosA, cosE * sinA, sinE}
}
