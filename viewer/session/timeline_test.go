package session

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/glx"
	"hooke/machine/memory/memorytest"
	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
	"hooke/viewer/viewertest"
)

// newTaped returns a session on a recorded run of the given number of frames, and the results of its films.
func newTaped(t *testing.T, frames int) (*Session, *tray) {
	t.Helper()
	to := &tray{}
	s := newBench(t, 3, func(o *Options) {
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			return viewertest.NewRisingTape(ctx, m, frames)
		}
		o.Recording = Recording{Rate: 8, Begin: func(int, int, float64) (offscreen.Taker, error) { return to, nil }}
	})
	s.filmRound(t)
	return s, to
}

func (s *Session) shownFrame() int { return s.player().FrameShown() }

// Time that goes by plays the frames whose time has come, at any speed; the last one
// pauses, and playing from there begins anew.
func TestPlaying(t *testing.T) {
	s, _ := newTaped(t, 5) // at 0, 0.25, 0.5, 0.75 and 1.25 s
	p := s.player()
	s.paused = false
	for _, c := range []struct {
		wall, speed float64
		frame       int
	}{{0.2, 1, 0}, {0.1, 1, 1}, {0.1, 2, 2}, {0.6, 0.1, 2}, {1e-3, 0, 3}, {0.3, 1, 3}, {0.3, 1, 4}} {
		s.speed = c.speed
		must.Do(t, s.play(p, c.wall))
		if s.shownFrame() != c.frame || s.Time() != p.FrameTime(c.frame) {
			t.Fatalf("after %g s at × %g frame %d is shown, of %g s, want frame %d", c.wall, c.speed, s.shownFrame(), s.Time(), c.frame)
		}
	}
	must.Hold(t, s.paused, "the end of the run is played on")
	must.Do(t, s.Key("space"))
	must.Do(t, s.play(p, 0))
	if s.paused || s.shownFrame() != 0 {
		t.Errorf("played from the end: frame %d, paused %v", s.shownFrame(), s.paused)
	}
	// Unchanged data are not brought to the device again, and cost no allocation.
	reads := p.(*viewertest.RisingTape).Reads
	s.paused = true
	if n := memorytest.Allocations(20, func() { must.Do(t, s.play(p, 0.1)) }); n != 0 || p.(*viewertest.RisingTape).Reads != reads {
		t.Errorf("a frame that stays allocates %v times and is shown %d times more", n, p.(*viewertest.RisingTape).Reads-reads)
	}
}

// Keys go from frame to frame, and to both ends; keys that would change the run say why not.
func TestKeysOfATape(t *testing.T) {
	s, _ := newTaped(t, 4)
	for _, c := range []struct {
		key   string
		frame int
	}{{"right", 1}, {"right", 2}, {"left", 1}, {"end", 3}, {"right", 3}, {"home", 0}, {"left", 0}, {"s", 1}, {"r", 0}} {
		must.Do(t, s.Key(c.key))
		s.filmRound(t)
		if s.shownFrame() != c.frame || !s.paused {
			t.Errorf("%s shows frame %d, want %d; paused %v", c.key, s.shownFrame(), c.frame, s.paused)
		}
	}
	engine := s.Engine
	for _, key := range []string{"b", "p", "k", "x", "d", "w", "e"} {
		s.notice = ""
		s.picked = 0
		must.Do(t, s.Key(key))
		s.filmRound(t)
		must.Hold(t, strings.Contains(s.notice, "recorded run") && s.Engine == engine, "%s says %q", key, s.notice)
	}
	must.Do(t, s.Key("]"))
	must.Be(t, s.speed, 2, "] makes the speed")
	var names []string
	for _, c := range s.controls() {
		names = append(names, c.name)
	}
	must.BeAll(t, names, []string{"run", "speed", "color", "range", "show", "theme", "reactions"}, "controls")
	// A click on the structure while it plays picks, and pulls nothing.
	s.paused = false
	s.Press(0, 0, false)
	if s.picked < 0 || s.doing == pulling || s.Hands != nil || !strings.Contains(s.notice, "picked mass") {
		t.Errorf("a click picks mass %d, and does %v", s.picked, s.doing)
	}
	s.Release()
}

// The mouse drags along the time line, to the nearest frame, also beside the picture.
func TestScrubbing(t *testing.T) {
	s, _ := newTaped(t, 5)
	place := func(share float64) (x, y float64) {
		const height = 300.0
		for py := 0.0; py < height; py++ {
			if _, ok := s.places.TimeLineAt(200, py); ok {
				const side = 26 // [points] as in draw: a narrow margin, and the line's own
				return (side + share*(400-2*side) - 200) / height, (py+3)/height - 0.5
			}
		}
		t.Fatal("there is no time line")
		return 0, 0
	}
	x, y := place(0.22) // 0.275 s
	s.Press(x, y, false)
	s.filmRound(t)
	if s.doing != scrubbing || s.shownFrame() != 1 {
		t.Fatalf("the press does %v and shows frame %d", s.doing, s.shownFrame())
	}
	for share, frame := range map[float64]int{0.31: 2, 0.58: 3, 0.85: 4, 2: 4, -1: 0} {
		x, _ = place(share)
		s.Move(x, 0) // away from the line
		s.filmRound(t)
		must.Be(t, s.shownFrame(), frame, "at %g of the line frame is shown", share)
	}
	s.Release()
	before := s.camera
	s.Press(0, -0.3, false) // beside it the view turns
	s.Move(0.2, -0.3)
	s.Release()
	must.Hold(t, s.camera != before, "beside the time line the view does not turn")
}

// A film of a recorded run has a frame for each time, from where it was to the end, and
// ends there.
func TestFilmOfATape(t *testing.T) {
	s, to := newTaped(t, 5) // 1.25 s at 8 frames a second and half the speed
	s.speed = 0.5
	s.record(true)
	s.paused = false
	var shown []int
	for k := 0; s.recorder.film != nil; k++ {
		s.filmRound(t)
		shown = append(shown, s.shownFrame())
		if k > 100 {
			t.Fatal("the film does not end")
		}
	}
	want := int(math.Floor(1.25*8/0.5)) + 1
	if len(to.pictures) != want || !s.paused || to.closed != 1 {
		t.Errorf("%d pictures, want %d; paused %v, closed %d times", len(to.pictures), want, s.paused, to.closed)
	}
	for i, k := range shown[:want] {
		if at := float64(i) * 0.5 / 8; k != frameAt(s.player(), at) {
			t.Errorf("picture %d, of %g s, shows frame %d", i, at, k)
		}
	}
	// Two frames apart the structure has risen.
	if slices.Equal(to.pictures[0].Pix, to.pictures[want-1].Pix) || !slices.Equal(to.pictures[0].Pix, to.pictures[1].Pix) {
		t.Error("the pictures are not those of their frames")
	}
}
