package draw_test

import (
	"bytes"
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
)

func TestGroundIsDrawnBelow(t *testing.T) {
	ctx := gltest.New(t)
	s := newStill(t, ctx, []shaders.Position{at(0, 0, 0)}, nil, nil)
	defer s.release()
	ground := -1.0
	differs := func(noGrid bool) int {
		with := picture(t, ctx, s, func(f *draw.Frame) {
			f.Camera.Orbit(0, 0.5)
			f.Ground, f.Look.NoGrid = &ground, noGrid
		})
		without := picture(t, ctx, s, func(f *draw.Frame) { f.Camera.Orbit(0, 0.5) })
		count := 0
		for i := range with.Pix {
			if with.Pix[i] != without.Pix[i] {
				count++
			}
		}
		return count
	}
	if n := differs(false); n < side*side/20 {
		t.Errorf("the ground changes %d channels of the picture, want at least %d", n, side*side/20)
	}
	must.Be(t, differs(true), 0, "without the grid the ground still changes channels")
}

// Bodies that touch the ground, or have sunk into it, lie over their own shadow and over the shadows of their
// neighbors.
func TestGroundIsBehindWhatTouchesIt(t *testing.T) {
	ctx := gltest.New(t)
	for _, height := range []float32{0, -0.02, -0.2, -1} {
		var position []shaders.Position
		var ends []shaders.Ends
		for i := range uint32(9) { // a sheet, so that masses are about 9 pixels wide
			position = append(position, at(float32(i%3)-1, float32(i/3)-1, height))
			if i%3 > 0 {
				ends = append(ends, shaders.Ends{i - 1, i})
			}
		}
		s := newStill(t, ctx, position, ends, make([]float32, len(ends)))
		ground := 0.0
		camera := frontCamera()
		camera.Orbit(0, 0.7)
		look := func(f *draw.Frame) { f.Camera, f.Look.NoMasses, f.Look.NoGrid = camera, false, true }
		without := picture(t, ctx, s, look)
		with := picture(t, ctx, s, func(f *draw.Frame) { look(f); f.Look.NoGrid, f.Ground = false, &ground })
		covered, shadowed := 0, 0
		for i := 0; i < len(with.Pix); i += 4 {
			bright := int(without.Pix[i])+int(without.Pix[i+1])+int(without.Pix[i+2]) > 270
			switch {
			case bright && !bytes.Equal(with.Pix[i:i+4], without.Pix[i:i+4]):
				covered++
			case !bright && with.Pix[i] < without.Pix[i]:
				shadowed++
			}
		}
		must.Hold(t, covered <= 0, "masses at %g m: the ground covers %d pixels of the structure", height, covered)
		if height == 0 && shadowed < 100 {
			t.Errorf("the shadow darkens %d pixels beside the structure, want at least 100", shadowed)
		}
		s.release()
	}
}

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
