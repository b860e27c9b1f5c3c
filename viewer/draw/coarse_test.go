package draw_test

import (
	"bytes"
	"image"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// A coarse picture shows the same at the same points, and its passes serve a fine one of a scene that stands
// still.
func TestCoarsePicturesShowTheSame(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(-3, 0, 3), at(3, 0, 3), at(0, 0, -3)},
		[]shaders.Ends{{0, 1}, {1, 2}, {2, 0}}, []float32{0.08, 0, -0.08})
	defer s.release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	coarse := must.Get(ctx.NewFramebuffer("coarse", side/2, side/2, 1))(t)
	defer coarse.Release()
	frame := draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true, NoMasses: true, NoGrid: true}, Coarse: coarse}
	picture := func() *image.RGBA {
		must.Do(t, r.Draw(target, frame))
		return target.ReadPixels()
	}
	half := picture()
	frame.Coarse, frame.Still = nil, true
	fine := picture()
	must.Hold(t, s.updates == 1, "strains were updated %d times, want once", s.updates)
	frame.Camera.Azimuth += 0.5
	turned := picture()
	// Lines of one pixel are two wide in the coarse picture: a picture of three lines differs by that much,
	// and by twice as much where the lines are elsewhere.
	const edges = 2.0
	same, other := meanDifference(half, fine), meanDifference(turned, fine)
	t.Logf("mean differences: coarse %.3g, turned %.3g", same, other)
	must.Hold(t, same <= edges && same != 0, "the mean difference of a coarse picture is %g, want up to %g, and not none", same, edges)
	must.Hold(t, other >= 2*same, "that of a turned one is %g, hardly more than %g", other, same)
}

// Coarse pictures of something large that moves take colors of an earlier one. Fresh ones do not, and neither
// do those of a few springs, whose legend agrees with the histogram and the panel.
//
// Seen to fail: one spring with the colors of an earlier picture.
func TestColorsOfOnePictureBefore(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(9)
	for _, c := range []struct{ fresh, few, all bool }{{false, false, false}, {true, false, true}, {false, true, true}} {
		s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
		if c.few {
			s.release()
			s = newStill(t, ctx, []shaders.Position{at(-3, 0, 3), at(3, 0, 3)}, []shaders.Ends{{0, 1}}, []float32{0.08})
		}
		r := must.Get(draw.New(ctx, s, draw.Subject{}))(t)
		target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
		coarse := must.Get(ctx.NewFramebuffer("coarse", side/2, side/2, 1))(t)
		const pictures = 4
		for range pictures {
			must.Do(t, r.Draw(target, draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true}, Coarse: coarse, Fresh: c.fresh}))
		}
		if all := s.updates == pictures; all != c.all {
			t.Errorf("%+v: colors are those of the scene in %d of %d pictures", c, s.updates, pictures)
		}
		coarse.Release()
		target.Release()
		r.Close()
		s.release()
	}
}

// meanDifference is that of the channels of two pictures of one size, 0 to 255.
func meanDifference(a, b *image.RGBA) float64 {
	sum := 0.0
	for k, v := range a.Pix {
		d := int(v) - int(b.Pix[k])
		sum += float64(max(d, -d))
	}
	return sum / float64(len(a.Pix))
}

// Coarse pictures of a scene that moves compute colors and shadows for one of four; the
// structure is where it is in all of them, and a fine one is of the scene as it is.
func TestCoarsePicturesAreLateWithColorsAlone(t *testing.T) {
	ctx := gltest.New(t)
	position, ends := block(9)
	s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
	defer s.release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
	defer target.Release()
	coarse := must.Get(ctx.NewFramebuffer("coarse", side/2, side/2, 1))(t)
	defer coarse.Release()
	ground := -6.0
	frame := draw.Frame{Camera: frontCamera(), Look: draw.Look{NoText: true, Show: draw.Surface}, Ground: &ground, Coarse: coarse}
	var last []byte
	for k := range 8 {
		for i := range position {
			position[i].Xyz[0] += 0.25
		}
		glx.Upload(s.position, 0, position)
		must.Do(t, r.Draw(target, frame))
		now := target.ReadPixels().Pix
		must.Hold(t, !bytes.Equal(now, last), "picture %d is the one before: the structure moved", k)
		last = now
	}
	must.Hold(t, s.updates == 2, "8 coarse pictures updated the scene %d times, want twice", s.updates)
	frame.Coarse, frame.Still = nil, true
	must.Do(t, r.Draw(target, frame))
	fine := target.ReadPixels()
	must.Be(t, s.updates, 3, "a fine picture after them is late: updates")
	want := picture(t, ctx, s, func(f *draw.Frame) { *f = frame })
	// The shadow's box changes in leaps, and so does the range: the earlier pictures count.
	const rest = 0.5
	if d := meanDifference(fine, want); d > rest {
		t.Errorf("a fine picture after them differs by %g from one that was made anew", d)
	}
	frame.Coarse, frame.Still, frame.Look.Color = coarse, false, color.BySpeed
	s.updates = 0
	must.Do(t, r.Draw(target, frame))
	must.Hold(t, s.updates == 1, "another look is late")
}
