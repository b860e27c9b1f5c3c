package draw_test

import (
	"maps"
	"testing"

	"hooke/gpu/gltest"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// A hundred renderers that were opened, drew in every coloring and were closed leave
// no object of OpenGL behind.
func TestNothingLeaks(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 0, 0), at(1, 0, 0)}, []shaders.Ends{{0, 1}}, []float32{0})
	defer s.release()
	target, err := ctx.NewFramebuffer("test", 8, 8, 1)
	check(t, err)
	defer target.Release()
	before := ctx.Live()
	for k := range 100 {
		r, err := draw.New(ctx, s, draw.Subject{})
		check(t, err)
		if k < len(draw.Colorings()) {
			check(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{Color: draw.Coloring(k), Marks: true}}))
		}
		r.Close()
		r.Close() // harmless
	}
	if after := ctx.Live(); !maps.Equal(before, after) {
		t.Errorf("objects before %v, after %v", before, after)
	}
	if messages := ctx.Messages(); len(messages) > 0 {
		t.Errorf("the driver reported %d times, first %s", len(messages), messages[0])
	}
}
