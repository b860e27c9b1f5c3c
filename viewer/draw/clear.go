package draw

// What text covers of a picture, from its corners [points].
const (
	factsWidth  = 312 // of the facts in the upper left corner
	factsHeight = 194
)

// beside is the camera moved sideways, so that the facts do not cover a box that it
// looks at: as far as the legend on the other side leaves room.
func (c Camera) beside(box Box, width, height int, look Look) Camera {
	if look.NoText {
		return c
	}
	w, h := float64(width), float64(height)
	lo, hi, ok := seenBox(box, c.Matrix(w/h))
	if !ok {
		return c
	}
	left, right, top := 0.5*(1+lo[0])*w, 0.5*(1+hi[0])*w, 0.5*(1-hi[1])*h
	if top > factsHeight*look.scale() {
		return c
	}
	legend := 0.0
	if look.Color != Plain {
		legend = legendWidth * look.scale()
	}
	if way := min(factsWidth*look.scale()-left, w-legend-right); way > 0 {
		c.Pan(way/h, 0)
	}
	return c
}
