package draw_test

import (
	"maps"
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
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

// Once a picture was drawn, drawing another one allocates nothing on the host, but for
// its text.
func TestDrawingAllocatesNothing(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(9)
	s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
	defer s.release()
	target, err := ctx.NewFramebuffer("test", 8, 8, 1)
	check(t, err)
	defer target.Release()
	ground := -6.0
	r, err := draw.New(ctx, s, draw.Subject{})
	check(t, err)
	defer r.Close()
	for _, show := range []draw.Show{draw.Surface, draw.Springs} {
		frame := draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true, Show: show, Color: draw.BySpeed}, Ground: &ground,
			Params: model.Params{Contacts: []model.Contact{{Shape: model.Sphere{Radius: 1}, Stiffness: 1}}}}
		check(t, r.Draw(target, frame))
		if count := testing.AllocsPerRun(20, func() { check(t, r.Draw(target, frame)) }); count != 0 {
			t.Errorf("%v: %g allocations a picture, want none", show, count)
		}
	}
}
