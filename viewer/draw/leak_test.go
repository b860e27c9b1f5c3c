package draw_test

import (
	"bytes"
	"maps"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// Dozens of renderers that were opened, drew in every coloring and were closed leave
// no object of OpenGL behind.
func TestNothingLeaks(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 0, 0), at(1, 0, 0)}, []shaders.Ends{{0, 1}}, []float32{0})
	defer s.release()
	target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
	defer target.Release()
	before := ctx.Live()
	for k := range must.Sized(2*len(color.Colorings()), 100) {
		r := must.Get(draw.New(ctx, s, draw.Subject{}))(t)
		if k < len(color.Colorings()) {
			must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{Color: color.Coloring(k), Marks: true}}))
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
	target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
	defer target.Release()
	ground := -6.0
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	for _, show := range []draw.Show{draw.Surface, draw.Springs} {
		frame := draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true, Show: show, Color: color.BySpeed}, Ground: &ground,
			Params: model.Params{Contacts: []model.Contact{{Shape: model.Sphere{Radius: 1}, Stiffness: 1}}}}
		must.Do(t, r.Draw(target, frame))
		must.Be(t, memorytest.AllocationsWithin(ctx.Muted, 20, func() { must.Do(t, r.Draw(target, frame)) }), 0, "%v: allocations a picture", show)
	}
}

// A picture of a scene that stands still, from elsewhere, is the same as one that was
// made anew, and costs no pass over the scene.
func TestStillScenesAreNotComputedAgain(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(9)
	s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
	defer s.release()
	camera, ground := frontCamera(), -6.0
	frame := draw.Frame{Camera: camera, Look: draw.Look{NoText: true, Show: draw.Surface}, Ground: &ground}
	frame.Camera.Orbit(0.5, 0.4)
	want := picture(t, ctx, s, func(f *draw.Frame) { *f = frame })

	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	s.updates = 0
	first := frame
	first.Camera, first.Still = camera, true // of nothing yet: it is computed all the same
	must.Do(t, r.Draw(target, first))
	frame.Still = true
	must.Do(t, r.Draw(target, frame))
	must.Hold(t, s.updates == 1, "two pictures of one state updated the scene %d times, want once", s.updates)
	must.Hold(t, bytes.Equal(target.ReadPixels().Pix, want.Pix), "the picture from elsewhere differs from one that was made anew")
	glx.Upload(s.position, 0, []shaders.Position{at(-9, -9, 9)})
	frame.Still = false
	must.Do(t, r.Draw(target, frame))
	must.Hold(t, s.updates == 2 && !bytes.Equal(target.ReadPixels().Pix, want.Pix), "a scene that moved is not computed again")
}
