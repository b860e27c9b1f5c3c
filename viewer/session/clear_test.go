package session

import (
	"testing"
	"time"

	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
)

// inside says whether a place of the view is in a window.
func inside(w draw.ViewPart, x, y float64) bool {
	return x >= w.Left && x <= w.Right && y >= w.Top && y <= w.Bottom
}

// outOfWindow counts the corners of the box of the structure that are not in the part of the view
// that panels leave free.
func (s *Session) outOfWindow() (count int) {
	w := s.freePart().Scaled(1.001) // rounding
	for _, corner := range s.Renderer.Bounds().Corners() {
		if x, y, ok := s.shown.Camera().Seen(corner); !ok || !inside(w, x, y) {
			count++
		}
	}
	return count
}

// The body is seen beside panels: at the start, after f, when panels open, when it comes near, and
// when it grows; a time line and a legend are never over it.
func TestBodyIsBesidePanels(t *testing.T) {
	s := newBench(t, 4, nil)
	size := s.BodySize()
	check := func(after string) {
		t.Helper()
		if n := s.outOfWindow(); n > 0 {
			t.Errorf("%s: %d corners of the body are outside %+v", after, n, s.freePart())
		}
	}
	drawAt := func(width, height int) {
		t.Helper()
		must.Do(t, s.Draw(width, height, 1)) // which tells where panels are
		for range 60 {
			s.followed.leash.at = time.Now().Add(-100 * time.Millisecond)
			s.keepInside(time.Now())
		}
		s.shown.Toward(s.camera, 10)
		must.Do(t, s.Draw(width, height, 1))
	}
	s.paused = true
	for k, of := range append([][2]int{{1100, 619}, {600, 700}}, must.Sized(nil, [][2]int{{900, 600}})...) {
		must.Do(t, s.Draw(of[0], of[1], 1))
		must.Do(t, s.Key("f"))
		drawAt(of[0], of[1])
		if whole := draw.WholeView(s.aspect()); s.freePart() == whole {
			t.Errorf("%v: panels take nothing", of)
		}
		check("after f")
		for i, way := range []model.Vec3{{2, 0, 0}, {0, -2, 0}, {1, -1, 1}, {-5, 4, 0}} { // beside the view, and toward the eye
			if !must.Long() && (i+k)%2 > 0 {
				continue
			}
			s.far(t, way.Mul(size))
			drawAt(of[0], of[1])
			check("after a way")
		}
		for _, key := range []string{"e", "tab", "j"} {
			must.Do(t, s.Key(key))
			drawAt(of[0], of[1])
			check("with the panel of " + key)
		}
		for _, key := range []string{"tab", "j"} {
			must.Do(t, s.Key(key))
		}
		must.Do(t, s.Key("r"))
	}
	// It grows to three times its size: the view goes back.
	must.Do(t, s.Key("f"))
	drawAt(1100, 619)
	before := s.camera.Depth(s.Renderer.Bounds().Center())
	state := must.Get(s.State())(t)
	for i := range state.Position {
		state.Position[i] = state.Position[i].Mul(3)
	}
	must.Do(t, s.GoTo(state, s.Step))
	drawAt(1100, 619)
	check("three times as large")
	if now := s.camera.Depth(s.Renderer.Bounds().Center()); now < 1.3*before {
		t.Errorf("it is %g m away, and was %g m", now, before)
	}
	// A turn leaves it there.
	s.turntable.on = true
	for range 30 {
		s.turnBy(0.4)
	}
	s.shown.Toward(s.camera, 10)
	must.Do(t, s.Draw(1100, 619, 1))
	x, y, _ := s.camera.Seen(s.Renderer.Bounds().Center())
	if !inside(s.freePart().Scaled(0.5), x, y) {
		t.Errorf("after a turn the middle is at %g, %g, and free is %+v", x, y, s.freePart())
	}
}

// Hands that have made the body larger than the free part keep it so.
func TestZoomedViewStays(t *testing.T) {
	s := newBench(t, 4, nil)
	s.looks(t, 5, 50*time.Millisecond)
	s.Wheel(12, 0, 0)
	s.looks(t, 10, 50*time.Millisecond)
	near := s.camera
	if s.outOfWindow() == 0 {
		t.Fatal("the body still has room")
	}
	s.looks(t, 30, 50*time.Millisecond)
	must.Hold(t, s.camera == near, "the view goes back by itself")
}
