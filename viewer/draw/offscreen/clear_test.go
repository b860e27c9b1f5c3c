package offscreen

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// In a narrow picture the camera moves, so that the facts do not cover its target, as far as the legend
// leaves space; elsewhere it stays.
func TestFactsCoverNothing(t *testing.T) {
	box := draw.Bounds{Hi: model.Vec3{1, 1, 1}}
	long := draw.Bounds{Hi: model.Vec3{4, 1, 1}}
	for _, c := range []struct {
		name          string
		box           draw.Bounds
		width, height int
		look          draw.Look
		left, right   float64 // edges of the box in the picture [pixels]; zero: as they were
	}{
		{"narrow", box, 800, 450, draw.Look{}, factsRight, 0},
		{"long", long, 800, 450, draw.Look{}, 0, 800 - hud.LegendWidth},
		{"without a legend", long, 800, 450, draw.Look{Color: color.Plain}, 0, 800},
		{"twice as dense", box, 1600, 900, draw.Look{Scale: 2}, 2 * factsRight, 0},
		{"wide", box, 1920, 1080, draw.Look{}, 0, 0},
		{"without text", box, 800, 450, draw.Look{NoText: true}, 0, 0},
	} {
		aspect := float64(c.width) / float64(c.height)
		before := draw.LookAt(c.box, draw.ClearAspect(c.width, c.height, c.look))
		after := clearOfFacts(before, c.box, c.width, c.height, c.look)
		was, _, _ := draw.ProjectBounds(c.box, before.Matrix(aspect))
		lo, hi, ok := draw.ProjectBounds(c.box, after.Matrix(aspect))
		left, right := 0.5*(1+lo[0])*float64(c.width), 0.5*(1+hi[0])*float64(c.width)
		// A pan moves points at the target's depth by the requested distance: near corners go farther.
		const share = 0.35 // of the way
		way := left - 0.5*(1+was[0])*float64(c.width)
		switch {
		case !ok:
			t.Errorf("%s: it is behind the eye", c.name)
		case c.left > 0 && math.Abs(left-c.left) > share*way, c.right > 0 && math.Abs(right-c.right) > share*way:
			t.Errorf("%s: from %g to %g, want from %g or to %g", c.name, left, right, c.left, c.right)
		case c.left == 0 && c.right == 0 && after != before:
			t.Errorf("%s: it moved by %g pixels", c.name, way)
		case (c.left > 0 || c.right > 0) && way <= 0 && c.look.Color != color.Plain:
			t.Errorf("%s: it moved by %g pixels", c.name, way)
		}
	}
}
