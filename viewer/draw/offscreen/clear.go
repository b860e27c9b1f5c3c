package offscreen

import (
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// These are the right and the lower end of the facts in the upper left corner, without a
// notice below them [points].
const (
	factsRight  = 312
	factsBottom = 194
)

// clearOfFacts returns the camera, moved sideways where the facts would cover a box that
// it looks at. It moves the camera only as far as the legend on the other side leaves
// room.
func clearOfFacts(c draw.Camera, box draw.Bounds, width, height int, look draw.Look) draw.Camera {
	if look.NoText {
		return c
	}
	w, h := float64(width), float64(height)
	lo, hi, ok := draw.ProjectBounds(box, c.Matrix(w/h))
	if !ok {
		return c
	}
	left, right, top := 0.5*(1+lo[0])*w, 0.5*(1+hi[0])*w, 0.5*(1-hi[1])*h
	if top > factsBottom*look.PixelsPerPoint() {
		return c
	}
	legend := 0.0
	if look.Color != color.Plain {
		legend = hud.LegendWidth * look.PixelsPerPoint()
	}
	if way := min(factsRight*look.PixelsPerPoint()-left, w-legend-right); way > 0 {
		c.Pan(way/h, 0)
	}
	return c
}
