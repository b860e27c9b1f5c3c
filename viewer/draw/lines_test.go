package draw_test

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// Lines between places are seen where they are, also more of them than there are other marks, and of a scene whose positions
// count from elsewhere; beside them nothing is.
func TestLinesAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	var lines []draw.Line
	const count = 700
	at := func(k int) model.Vec3 { return model.Vec3{-2 + 4*float64(k)/count, 0, 2} }
	for k := range count {
		lines = append(lines, draw.Line{From: at(k), To: at(k + 1)})
	}
	for _, from := range []model.Vec3{{}, {0.5, 0, -1}} {
		s := newStill(t, ctx, []shaders.Position{{Xyz: [3]float32{-1, 0, -3}}, {Xyz: [3]float32{1, 0, -3}}}, []shaders.Ends{{0, 1}}, []float32{0})
		s.from = from
		with := picture(t, ctx, s, func(f *draw.Frame) { f.Lines = lines })
		without := picture(t, ctx, s, nil)
		s.release()
		for _, x := range []float64{-1.9, -0.3, 0, 1.2, 1.9} {
			if i, j := int(side/2+20*x), side/2-40; with.RGBAAt(i, j) == without.RGBAAt(i, j) {
				t.Errorf("positions from %v: no line at %g m", from, x)
			}
			if i, j := int(side/2+20*x), side/2-20; with.RGBAAt(i, j) != without.RGBAAt(i, j) {
				t.Errorf("positions from %v: a line a meter below at %g m", from, x)
			}
		}
		if with.RGBAAt(side/2+44, side/2-40) != without.RGBAAt(side/2+44, side/2-40) {
			t.Errorf("positions from %v: a line beyond the last place", from)
		}
	}
}
