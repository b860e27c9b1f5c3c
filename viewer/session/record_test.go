package session

import (
	"errors"
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/machine/memory/memorytest"
	"hooke/must"
	"hooke/viewer/draw/offscreen"
)

// tray takes pictures for tests.
type tray struct {
	pictures          []*image.RGBA // copies
	closed, discarded int
	fail              error // of the frames from the third on
}

func (p *tray) Frame(picture *image.RGBA) error {
	if len(p.pictures) == 2 && p.fail != nil {
		return p.fail
	}
	own := image.NewRGBA(picture.Rect)
	copy(own.Pix, picture.Pix)
	p.pictures = append(p.pictures, own)
	return nil
}
func (p *tray) Close() error { p.closed++; return nil }
func (p *tray) Discard()     { p.discarded++ }
func (p *tray) Path() string { return "tray" }

// newFilmed is a bench whose films go to a tray.
func newFilmed(t *testing.T, rate float64) (*Session, *tray) {
	t.Helper()
	to := &tray{}
	s := newBench(t, 3, func(o *Options) {
		o.Recording = Recording{Rate: rate, Begin: func(int, int, float64) (offscreen.Taker, error) { return to, nil }}
	})
	return s, to
}

// round does one turn of a window's loop, without events and the picture.
func (s *Session) filmRound(t *testing.T) {
	t.Helper()
	must.Do(t, s.Advance())
	s.Turn(time.Now())
	s.Ease(time.Now())
	must.Do(t, s.Shoot())
}

// Frames are at the steps nearest to i·speed/rate, in order, none left out, whatever the
// window draws meanwhile; another speed and a reset continue from where they are.
func TestFilmAtExactSteps(t *testing.T) {
	const rate = 240
	s, to := newFilmed(t, rate)
	var at []float64
	film := func(frames int) {
		for s.recorded() < frames {
			before := s.recorded()
			s.filmRound(t)
			if s.recorded() > before {
				at = append(at, s.Time())
			}
			if s.recorded()%2 == 0 { // some windows draw less often than films have frames
				must.Do(t, s.Draw(400, 300, 1))
			}
		}
	}
	s.speed = 0.5
	s.record(false)
	s.paused = false
	film(7)
	for i, time := range at {
		want := math.Round(float64(i)*0.5/rate/s.Params.DT) * s.Params.DT
		must.Near(t, time, want, 1e-9*s.Params.DT, "frame %d, in s", i)
	}
	from := at[6]
	s.speed = 2
	film(9)
	must.Near(t, at[8], from+2*2.0/rate, s.Params.DT, "two frames at twice the speed end, in s")
	must.Do(t, s.Key("r"))
	film(10)
	must.Be(t, at[9], 0, "the frame after a reset is at, in s")
	s.record(false)
	if len(to.pictures) != 10 || to.closed != 1 || to.discarded != 0 {
		t.Errorf("%d pictures, closed %d times, discarded %d times", len(to.pictures), to.closed, to.discarded)
	}
	for k := 1; k < len(to.pictures); k++ {
		if slices.Equal(to.pictures[k].Pix, to.pictures[k-1].Pix) {
			t.Errorf("pictures %d and %d are the same", k-1, k)
		}
	}
}

// The pictures of a film do not depend on how often the window draws.
func TestFilmIsTheSameAtAnyFrameRate(t *testing.T) {
	var films [2][]*image.RGBA
	for k := range films {
		s, to := newFilmed(t, 200)
		s.paused = false
		s.look.Range = 0.05
		s.record(true)
		s.camera.Orbit(1, 0.2) // a way that takes several frames
		s.Wake(time.Now())
		for s.recorded() < 6 {
			s.filmRound(t)
			for range 3 * k {
				must.Do(t, s.Draw(400, 300, 1))
			}
		}
		s.record(true)
		films[k] = to.pictures
	}
	for i := range films[0] {
		must.Hold(t, slices.Equal(films[0][i].Pix, films[1][i].Pix), "picture %d differs", i)
	}
}

// On a turntable a film turns by its own time, by the same angle each frame.
func TestFilmTurns(t *testing.T) {
	s, _ := newFilmed(t, 10)
	before := s.camera.Azimuth
	s.record(false)
	s.toggleTurntable()
	for s.recorded() < 4 {
		s.filmRound(t)
	}
	must.Near(t, math.Remainder(s.camera.Azimuth-before, 2*math.Pi), 3*2*math.Pi/turnTime/10, 1e-12, "three frames turned")
	s.stopFilm()
	must.Hold(t, !s.Idle(), "a window that turns is idle")
}

// A film that cannot be written ends with a message, leaves nothing, and the window continues.
func TestFilmThatFails(t *testing.T) {
	s, to := newFilmed(t, 1000)
	to.fail = errors.New("disk full")
	s.paused = false
	s.record(false)
	for k := 0; s.recorder.film != nil; k++ {
		s.filmRound(t)
		if k > 1000 {
			t.Fatal("the film goes on without a disk")
		}
	}
	if !strings.Contains(s.notice, "disk full") || to.closed != 0 || to.discarded != 1 {
		t.Errorf("notice %q, closed %d times, discarded %d times", s.notice, to.closed, to.discarded)
	}
	s.filmRound(t)
	s.recorder.options.Begin = func(int, int, float64) (offscreen.Taker, error) { return nil, errors.New("no ffmpeg") }
	s.record(false)
	must.Hold(t, strings.Contains(s.notice, "no ffmpeg") && s.recorder.film == nil, "notice %q", s.notice)
}

// A window that records nothing pays nothing for it.
func TestNoFilmAllocatesNothing(t *testing.T) {
	s, _ := newFilmed(t, 30)
	now := time.Now()
	if n := memorytest.Allocations(100, func() {
		s.Turn(now)
		must.Do(t, s.Shoot())
		_ = s.TellStill(false)
		_ = s.untilShot()
		_ = s.badge()
	}); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// A film that continues over a lost context loses the frames on their way, and no more.
func TestFilmWithoutItsPictures(t *testing.T) {
	s, to := newFilmed(t, 1000)
	s.paused = false
	s.record(false)
	for s.recorded() < 6 {
		s.filmRound(t)
	}
	s.recorder.film.release()
	for s.recorded() < 9 {
		s.filmRound(t)
	}
	must.Do(t, s.EndFilm())
	if len(to.pictures) != 9 || s.recorder.frames != 9 {
		t.Errorf("%d pictures and %d frames, want 9", len(to.pictures), s.recorder.frames)
	}
}

// A picture of the window may be larger than it: it is the same, only finer.
func TestLargeStill(t *testing.T) {
	s, _ := newFilmed(t, 30)
	s.look.NoText = true // text is laid out anew
	must.Do(t, s.Draw(400, 300, 1))
	written := make(chan *image.RGBA, 1)
	s.recorder.options.Still = func(picture *image.RGBA) (string, error) {
		written <- picture
		return "large.png", nil
	}
	s.takeStill(largeStill)
	must.Do(t, s.TellStill(true))
	large, small := <-written, s.Picture()
	if s.notice != "wrote large.png" || large.Rect != image.Rect(0, 0, 4*small.Rect.Dx(), 4*small.Rect.Dy()) {
		t.Fatalf("notice %q, picture %v", s.notice, large.Rect)
	}
	sum := 0.0
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			a, b := small.RGBAAt(x, y), large.RGBAAt(4*x+2, 4*y+2)
			sum += math.Abs(float64(a.R)-float64(b.R)) + math.Abs(float64(a.G)-float64(b.G)) + math.Abs(float64(a.B)-float64(b.B))
		}
	}
	// Single pixels of the large one are sharper than the small one's.
	const meanStep = 6.0
	if mean := sum / float64(3*small.Rect.Dx()*small.Rect.Dy()); mean > meanStep {
		t.Errorf("the large picture differs by %.1f steps on average, at most %g", mean, meanStep)
	}
}

// Frames of an engine that steps beside the pictures are at the exact steps, too, and
// no caller waits for it.
func TestFilmOfStepsInTheBackground(t *testing.T) {
	s, e := newSlow(t)
	to := &tray{}
	s.recorder.options = Recording{Rate: 500, Begin: func(int, int, float64) (offscreen.Taker, error) { return to, nil }}
	s.record(true)
	for k := 0; s.recorded() < 5; k++ {
		before := s.recorded()
		s.filmRound(t)
		if i := s.recorded() - 1; i >= before {
			if want := math.Round(float64(i)/500/s.Params.DT) * s.Params.DT; math.Abs(s.Time()-want) > 1e-9*s.Params.DT || s.Begun {
				t.Errorf("frame %d is at %g s, want %g s; steps run: %v", i, s.Time(), want, s.Begun)
			}
		}
		e.over = k%3 == 0 // some batches take several pictures
		if k > 10_000 {
			t.Fatal("the film has no five frames")
		}
	}
	must.Do(t, s.EndFilm())
	if len(to.pictures) != 5 || e.waited > 0 {
		t.Errorf("%d pictures, and %d waits", len(to.pictures), e.waited)
	}
	for k := 1; k < len(to.pictures); k++ {
		if slices.Equal(to.pictures[k].Pix, to.pictures[k-1].Pix) {
			t.Errorf("pictures %d and %d are the same", k-1, k)
		}
	}
}
