package draw_test

import (
	"image"
	"testing"

	"hooke/gpu/gltest"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// The time line and the sign of a recording look as they did, within the tolerance of
// golden pictures, and the time line is where the mouse finds it.
func TestTimeLineAndBadge(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 0, 0), at(1, 0, 0)}, []shaders.Ends{{0, 1}}, []float32{0})
	defer s.release()
	const width, height = 480, 220
	target := must.Get(ctx.NewFramebuffer("test", width, height, 1))(t)
	defer target.Release()
	r := must.Open(draw.New(ctx, s, draw.Subject{}))(t)
	look := draw.Look{Color: color.Plain, NoGrid: true, NoMasses: true}
	frame := draw.Frame{Camera: frontCamera(), Look: look, Overlay: hud.Overlay{Title: "worm", Source: "worm.npz", Recording: "recording 0.5 s",
		TimeLine: &hud.TimeLine{Frame: 3, Frames: 11, Time: 0.3, Last: 1, Playing: true, Speed: 0.5}}}
	must.Do(t, r.Draw(target, frame))
	whole := target.ReadPixels()
	for name, box := range map[string]image.Rectangle{"timeline": image.Rect(4, 150, 476, 190), "badge": image.Rect(150, 2, 330, 44)} {
		part := image.NewRGBA(image.Rectangle{Max: box.Size()})
		for y := range box.Dy() {
			copy(part.Pix[y*part.Stride:][:part.Stride], whole.Pix[whole.PixOffset(box.Min.X, box.Min.Y+y):])
		}
		compareGolden(t, name, part, golden)
	}

	places := r.Places()
	hits, first := 0, 0
	for y := range height {
		if _, ok := places.TimeLineAt(width/2, float64(y)); ok {
			if hits++; first == 0 {
				first = y
			}
		}
	}
	if share, ok := places.TimeLineAt(width/2, float64(first+10)); !ok || share != 0.5 || hits < 20 || hits > 40 {
		t.Errorf("the middle of the line is at %g of it, %v; it is %d pixels high", share, ok, hits)
	}
	if _, ok := places.TimeLineAt(width/2, height/3); ok {
		t.Error("the time line is in the middle of the picture")
	}
}
