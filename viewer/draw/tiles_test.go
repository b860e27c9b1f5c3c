package draw_test

import (
	"image"
	"maps"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
	"hooke/viewer/draw/offscreen"
)

// Tiles are placed in 32 bits, with errors of a few 2⁻²⁴ of the picture's size: of less than a tenth of the
// 1/256 of a pixel to which a device rounds positions. So few positions are rounded to the other side, and
// move by 1/256 of a pixel: hardly a sample changes.
const (
	tileFar   = 8    // 8-bit steps by which a channel may differ without being counted
	tileShare = 2e-4 // of pixels that may differ by more
)

// A picture in tiles is the picture in one piece, text and legend included, on surfaces,
// tubes, and balls that lie across seams.
func TestTilesJoin(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		preset  string
		springs int64
		look    draw.Look
	}{
		{"jelly", 3000, draw.Look{}},
		{"tensegrity", 0, draw.Look{Theme: color.Light, Marks: true, Scale: 2}},
		{"jelly", 3000, draw.Look{Show: draw.Springs, Color: color.BySpeed, Interior: true}},
		{"drape", 2500, draw.Look{Show: draw.Both}},
	} {
		s := must.Get(open.Scene(c.preset, scene.Options{Springs: c.springs}))(t)
		e := must.Get(gpu.New(ctx, s.Model, s.Params, gpu.Options{Drawing: true}))(t)
		modeltest.StepFrom(t, e, s.Start, 100)
		subject := draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
		r := must.Get(draw.New(ctx, e, subject))(t)
		const width, height = 403, 301 // of which tiles are no divisors
		frame := draw.Frame{Camera: draw.LookAt(subject.Bounds(), float64(width)/height), Look: c.look, Params: s.Params,
			Overlay: hud.Overlay{Title: c.preset, Help: []string{"a line of text that lies across many tiles"}}}
		if ground, ok := subject.GroundHeight(); ok {
			frame.Ground = &ground
		}
		in := func(side int) *image.RGBA {
			canvas := must.Get(offscreen.NewCanvas(ctx, width, height, 0, side))(t)
			defer canvas.Close()
			return must.Get(canvas.Draw(r, frame, nil))(t)
		}
		target := must.Get(ctx.NewFramebuffer("whole", width, height, 4))(t)
		must.Do(t, r.Draw(target, frame))
		whole, tiled := target.ReadPixels(), in(64)
		target.Release()
		most := tileShare
		if breaksLines(ctx.Renderer) {
			most = brokenTiles
		}
		if share := differing(whole, tiled); share > most {
			t.Errorf("%s: %.3g %% of the pixels differ by more than %d steps, at most %.3g %%", c.preset, 100*share, tileFar, 100*most)
		}
		// The comparison sees a tile that is one pixel off.
		moved := image.NewRGBA(whole.Rect)
		copy(moved.Pix, whole.Pix)
		for y := 128; y < 192; y++ {
			copy(moved.Pix[moved.PixOffset(128, y):moved.PixOffset(192, y)], whole.Pix[whole.PixOffset(129, y):whole.PixOffset(193, y)])
		}
		must.Hold(t, differing(whole, moved) > tileShare, "%s: the comparison does not see a tile that is one pixel off", c.preset)
		r.Close()
		e.Close()
	}
	if left := ctx.Live(); !maps.Equal(left, map[string]int{}) {
		t.Errorf("left: %v", left)
	}
}

// differing is the share of pixels that differ by more than tileFar in a channel.
func differing(a, b *image.RGBA) float64 {
	count := 0
	for i := 0; i < len(a.Pix); i += 4 {
		for k := range 3 {
			if d := int(a.Pix[i+k]) - int(b.Pix[i+k]); d > tileFar || d < -tileFar {
				count++
				break
			}
		}
	}
	return float64(count) / float64(len(a.Pix)/4)
}
