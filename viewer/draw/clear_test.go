package draw

import (
	"math"
	"testing"

	"hooke/model"
)

// In a picture that is narrow the camera moves, so that the facts do not cover what it
// looks at, as far as the legend leaves room; elsewhere it stays.
func TestFactsCoverNothing(t *testing.T) {
	box := Box{Hi: model.Vec3{1, 1, 1}}
	long := Box{Hi: model.Vec3{4, 1, 1}}
	for _, c := range []struct {
		name          string
		box           Box
		width, height int
		look          Look
		left, right   float64 // edges of the box in the picture [pixels]; zero: as they were
	}{
		{"narrow", box, 800, 450, Look{}, factsRight, 0},
		{"long", long, 800, 450, Look{}, 0, 800 - legendWidth},
		{"without a legend", long, 800, 450, Look{Color: Plain}, 0, 800},
		{"twice as dense", box, 1600, 900, Look{Scale: 2}, 2 * factsRight, 0},
		{"wide", box, 1920, 1080, Look{}, 0, 0},
		{"without text", box, 800, 450, Look{NoText: true}, 0, 0},
	} {
		aspect := float64(c.width) / float64(c.height)
		before := LookAt(c.box, clearAspect(c.width, c.height, c.look))
		after := before.beside(c.box, c.width, c.height, c.look)
		was, _, _ := seenBox(c.box, before.Matrix(aspect))
		lo, hi, ok := seenBox(c.box, after.Matrix(aspect))
		left, right := 0.5*(1+lo[0])*float64(c.width), 0.5*(1+hi[0])*float64(c.width)
		// A pan moves what is at the target's depth by as much as was asked for: near
		// corners go farther.
		const share = 0.35 // of the way
		way := left - 0.5*(1+was[0])*float64(c.width)
		switch {
		case !ok:
			t.Errorf("%s: it is behind the eye", c.name)
		case c.left > 0 && math.Abs(left-c.left) > share*way, c.right > 0 && math.Abs(right-c.right) > share*way:
			t.Errorf("%s: from %g to %g, want from %g or to %g", c.name, left, right, c.left, c.right)
		case c.left == 0 && c.right == 0 && after != before:
			t.Errorf("%s: it moved by %g pixels", c.name, way)
		case (c.left > 0 || c.right > 0) && way <= 0 && c.look.Color != Plain:
			t.Errorf("%s: it moved by %g pixels", c.name, way)
		}
	}
}
