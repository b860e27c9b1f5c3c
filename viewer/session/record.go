package session

import (
	"fmt"
	"image"
	"math"

	"hooke/gpu/glx"
	"hooke/scene/words"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/offscreen"
)

// Recording chooses the files for the films and pictures of a window.
type Recording struct {
	// Begin begins a film of pictures of that size [pixels] and of rate frames a second.
	// It is called when a recording starts. nil means that the window records nothing.
	Begin func(width, height int, rate float64) (offscreen.Taker, error)
	Rate  float64 // frames per second of the film; zero means 30
	Now   bool    // start a film with the first frame
	Clean bool    // draw that film without text and panels

	// Still writes a picture of the window, and returns the name of its file. It runs on
	// a goroutine of its own. nil means that the window writes none.
	Still func(*image.RGBA) (string, error)
}

// recorder holds the current recordings of a window.
type recorder struct {
	options Recording
	film    *film // nil while nothing is recorded
	still   chan written
	frames  int // number of frames of the last film
}

// film is a film that is being recorded. Its frames are drawn at the steps nearest to
// base + i·speed/rate, whatever the window draws meanwhile, and all have the same size.
type film struct {
	writer        *offscreen.FilmWriter
	width, height int     // [pixels]
	scale         float64 // pixels per point
	clean         bool
	rate          float64
	camera        draw.CameraEase // moves by the film's time

	base  float64 // simulated time of frame 0 [s], as if the speed had always been the present one
	speed float64 // simulated time per time of the film
	shots int     // number of frames drawn
	since int     // number of frames drawn since base was set
	last  float64 // simulated time of the last frame [s]

	ranges color.Ranges // ranges of its colors, which only widen

	target *glx.Framebuffer // nil before the first frame, and after a lost context
	backs  [readbacks]*glx.Readback
	asked  int // frames whose pictures were asked for; the last ones have not arrived yet
	taken  int
}

// readbacks is the largest number of pictures on their way from the device.
const readbacks = 3

const defaultFilmRate = 30

// record starts or stops a film; clean leaves out text and panels.
func (s *Session) record(clean bool) {
	if s.recorder.film != nil {
		s.stopFilm()
		return
	}
	o := s.recorder.options
	if o.Begin == nil || s.target == nil {
		s.say("this window records nothing")
		return
	}
	rate := o.Rate
	if rate == 0 {
		rate = defaultFilmRate
	}
	f := &film{width: s.target.Width, height: s.target.Height, scale: s.look.Scale, clean: clean, rate: rate, camera: s.shown}
	taker, err := o.Begin(f.width, f.height, rate)
	if err != nil {
		s.try("", err)
		return
	}
	f.writer = offscreen.NewFilmWriter(f.width, f.height, taker)
	s.recorder.film = f
	f.rebase(s)
	s.say(fmt.Sprintf("recording to %s, %g frames a second (F9 ends it)%s", f.writer.Path(), rate, s.filmWaits()))
}

// stopFilm completes the film, and reports its file.
func (s *Session) stopFilm() {
	f := s.recorder.film
	if f == nil {
		return
	}
	paused := ""
	if f.shots <= 1 && s.filmWaits() != "" {
		paused = ": the run was paused, and a film goes by its time"
	}
	err := s.EndFilm()
	s.try(fmt.Sprintf("recorded %s to %s%s", words.Counted(f.shots, "frame"), f.writer.Path(), paused), err)
}

// EndFilm completes the film that is being recorded, if there is one. An error says why
// the file is not there. Call it when the window closes.
func (s *Session) EndFilm() error {
	f := s.recorder.film
	if f == nil {
		return nil
	}
	s.recorder.film = nil
	s.recorder.frames = f.shots
	err := f.collect(0)
	f.release()
	if err != nil {
		f.writer.Discard()
		return fmt.Errorf("viewer: recording: %w", err)
	}
	if err := f.writer.Close(); err != nil {
		return fmt.Errorf("viewer: recording: %w", err)
	}
	return nil
}

// rebase makes the film continue from the present time at the present speed.
func (f *film) rebase(s *Session) {
	f.speed = s.filmSpeed()
	f.base, f.since = s.Time(), 0
	f.last = f.base
}

// filmSpeed returns the simulated time per time of a film: the speed of the window, or 1 where
// the window runs as fast as it can.
func (s *Session) filmSpeed() float64 {
	if s.speed == 0 {
		return 1
	}
	return s.speed
}

// untilShot returns how many steps are left until the next frame of the film; it is a large
// number when nothing is recorded. Batches of steps end there.
func (s *Session) untilShot() int {
	f := s.recorder.film
	if f == nil {
		return math.MaxInt32
	}
	switch {
	case s.Time() < f.last: // after a reset the film continues from there
		f.rebase(s)
	case s.filmSpeed() != f.speed:
		f.rebase(s)
		f.since = min(f.shots, 1)
	}
	left := math.Round((f.base + float64(f.since)*f.speed/f.rate - s.Time()) / s.Params.DT)
	return int(min(max(left, 0), math.MaxInt32))
}

// Shoot draws the next frame of the film when the run has reached its time, or when the
// run stands still and the camera turns around it.
func (s *Session) Shoot() error {
	f := s.recorder.film
	if f == nil {
		if s.recorder.options.Now && s.target != nil {
			s.recorder.options.Now = false
			s.record(s.recorder.options.Clean)
		}
		return nil
	}
	if s.Begun {
		return nil // steps run in the background; the next frame comes when they are done
	}
	if err := f.writer.Err(); err != nil {
		s.stopFilm() // it shows the error
		return nil
	}
	switch p := s.player(); {
	case p != nil && !s.paused:
		s.untilShot() // takes in a new speed, or a run that went back
		return s.shootFrame(f, p)
	case s.paused && s.turntable.on && s.message == "": // the camera moves and time stands still
	case s.untilShot() > 0 || s.paused && (f.shots > 0 || p != nil):
		return nil
	default:
		f.since++
	}
	return s.nextShot(f)
}

// nextShot moves the film's camera on and draws a frame.
func (s *Session) nextShot(f *film) error {
	f.last = s.Time()
	if s.turntable.on && f.shots > 0 {
		s.turnBy(1 / f.rate)
	}
	if f.shots > 0 {
		if s.followed.who == softly {
			s.keepBoxInside(s.Renderer.ExtentNow(), 1/f.rate)
		}
		f.camera.Toward(s.camera, 1/f.rate)
	}
	f.shots++
	s.dirty = true
	return s.expose(f)
}

// recorded returns the number of frames of the film that is being recorded, or of the last
// film.
func (s *Session) recorded() int {
	if f := s.recorder.film; f != nil {
		return f.shots
	}
	return s.recorder.frames
}

// badge returns the window's text about the film; empty while nothing is recorded.
func (s *Session) badge() string {
	f := s.recorder.film
	if f == nil {
		return ""
	}
	return fmt.Sprintf("recording %.1f s, %s%s: %s", float64(f.shots)/f.rate, words.Counted(f.shots, "frame"), s.filmWaits(), f.writer.Path())
}

// filmWaits returns the reason why the film gets no frames now; empty where it gets some.
func (s *Session) filmWaits() string {
	switch {
	case s.message != "":
		return ", waits: the run has diverged"
	case s.paused && !s.turntable.on:
		return ", waits: the run is paused (space continues, t turns around it)"
	}
	return ""
}
