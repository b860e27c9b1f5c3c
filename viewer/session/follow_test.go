package session

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"hooke/model"
	"hooke/must"
)

// far moves the whole structure.
func (s *Session) far(t *testing.T, way model.Vec3) {
	t.Helper()
	state := must.Get(s.State())(t)
	for i := range state.Position {
		state.Position[i] = state.Position[i].Add(way)
	}
	must.Do(t, s.GoTo(state, s.Step))
}

// looks lets the view follow over some pictures, with time between them, and draws the first and the last one.
func (s *Session) looks(t *testing.T, pictures int, apart time.Duration) {
	t.Helper()
	must.Do(t, s.Draw(400, 300, 1))
	for range pictures {
		s.followed.leash.at = time.Now().Add(-apart)
		s.shown.Toward(s.camera, apart.Seconds())
		s.follow()
	}
	s.shown.Toward(s.camera, 10)
	must.Do(t, s.Draw(400, 300, 1))
}

// seenShare is which part of the masses is in the view.
func (s *Session) seenShare(t *testing.T) float64 {
	t.Helper()
	state := must.Get(s.State())(t)
	seen := 0.0
	for _, x := range state.Position {
		if u, v, ok := s.shown.Camera().Seen(x); ok && math.Abs(u) < 0.5*s.aspect() && math.Abs(v) < 0.5 {
			seen++
		}
	}
	return seen / float64(len(state.Position))
}

// Bodies that leave the view are followed, in every direction and at any rate of pictures, and keep their
// size. Bodies that stay inside move nothing.
func TestViewFollowsWhatLeavesIt(t *testing.T) {
	for _, apart := range []time.Duration{60 * time.Millisecond, 400 * time.Millisecond} {
		s := newBench(t, 3, nil)
		size := s.BodySize()
		start := s.camera
		s.far(t, model.Vec3{-0.03, 0.03, -0.03}.Mul(size)) // away from the eye
		s.looks(t, 10, apart)
		must.Hold(t, s.camera == start, "a little way inside the view moves it from %+v to %+v", start, s.camera)
		for _, way := range []model.Vec3{{3, 0, 0}, {-6, 0, 0}, {0, 5, 0}, {0, -9, 0}, {0, 0, 4}, {40, 30, 20}} {
			s.far(t, way.Mul(size))
			s.looks(t, int(3*time.Second/apart)+5, apart)
			if share := s.seenShare(t); share < 1 {
				t.Errorf("%v after a way of %v sizes %.0f %% of it is in the view", apart, way, 100*share)
			}
			depth := s.camera.Depth(s.Renderer.Bounds().Center())
			if depth < 0.85*start.Distance || depth > 1.2*start.Distance {
				t.Errorf("after a way of %v sizes it is %g m away, at first %g", way, depth, start.Distance)
			}
			if s.camera.Azimuth != start.Azimuth || s.camera.Elevation != start.Elevation {
				t.Error("the view turns")
			}
		}
	}
}

// A view that is moved away from the structure stays there, with a mark at the edge
// that points to the structure, until f, or until that comes back.
func TestViewThatIsTurnedAway(t *testing.T) {
	s := newBench(t, 3, nil)
	if marks := s.overlay().Outside; len(marks) != 0 {
		t.Fatalf("all is in the view, and there are marks: %+v", marks)
	}
	s.Drag(1.5, 0, true) // the structure goes to the right
	s.looks(t, 30, 50*time.Millisecond)
	away := s.camera
	o := s.overlay()
	if share := s.seenShare(t); share > 0 {
		t.Fatalf("%.0f %% of it is in the view", 100*share)
	}
	if len(o.Outside) != 1 || o.Outside[0].X != 1 || !o.Outside[0].All {
		t.Errorf("marks %+v, want one at the right", o.Outside)
	}
	s.hint = false
	if o := s.overlay(); o.Notice != "it is outside the view: f fits" {
		t.Errorf("the notice is %q", o.Notice)
	}
	s.looks(t, 30, 50*time.Millisecond)
	must.Hold(t, s.camera == away, "the view goes back by itself")
	must.Do(t, s.Key("f"))
	s.looks(t, 3, 50*time.Millisecond)
	if share := s.seenShare(t); share < 1 {
		t.Errorf("after f %.0f %% of it is in the view", 100*share)
	}
	s.far(t, model.Vec3{5 * s.BodySize(), 0, 0})
	s.looks(t, 90, 50*time.Millisecond)
	if share := s.seenShare(t); share < 1 {
		t.Errorf("after f the view does not follow: %.0f %% of it is seen", 100*share)
	}
	// Without following it is left where it is.
	for s.followed.who != nobody {
		must.Do(t, s.Key("o"))
	}
	still := s.camera
	s.far(t, model.Vec3{-9 * s.BodySize(), 0, 0})
	s.looks(t, 30, 50*time.Millisecond)
	must.Hold(t, s.camera == still, "a view that stays follows")
}

// A paused window comes to rest: the way to where the structure is inside ends, wherever it
// led, and does not get shorter for ever.
func TestFollowingEnds(t *testing.T) {
	s := newBench(t, 3, nil)
	start := s.camera
	random := rand.New(rand.NewPCG(1, 2))
	for k := range 201 {
		s.camera = start
		box := s.Renderer.Bounds()
		far := 5.
		if k == 200 { // as after a divergence
			far = 1e13
		}
		way := model.Vec3{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Mul(far * s.BodySize())
		box.Lo, box.Hi = box.Lo.Add(way), box.Hi.Add(way)
		looks := 0
		for s.dirty = true; s.dirty && looks < 1000; looks++ {
			s.dirty = false
			s.keepBoxInside(box, 0.015)
		}
		if looks == 1000 {
			t.Fatalf("after a way of %v the view still moves", way)
		}
	}
}
