//go:build !headless

package viewer

import (
	"errors"
	"runtime"
	"time"

	"hooke/viewer/draw"
	"hooke/viewer/session"
)

// Run opens a window, makes the engine in its context, and runs it until the user
// closes the window (or for Options.Frames frames). It passes on the last picture if
// the options ask for it, and closes the engine and the window. Call it on the main
// thread.
//
// Errors: no display, OpenGL too old, errors of New, and with Frames a physics.StateError, such as
// a divergence; without Frames the window shows that error and pauses the run.
func Run(o session.Options) (draw.Figures, error) { return run(o, nil) }

// run returns Run; it calls round in each round of the loop, unless round is nil.
func run(o session.Options, round func(*window, *session.Session)) (draw.Figures, error) {
	o, err := o.WithDefaults()
	if err != nil {
		return draw.Figures{}, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	w, err := openWindow(o)
	if err != nil {
		return draw.Figures{}, err
	}
	defer w.close()
	s, err := session.New(w.ctx, o)
	if err != nil {
		return draw.Figures{}, err
	}
	defer s.Close()
	w.connect(s)
	s.Awake = w.rouse

	s.Wake(time.Now())
	err = loop(w, s, o, round)
	if err == nil && !w.lost() {
		err = s.Settle()
	}
	if err == nil && o.Last != nil {
		err = s.RedrawFine(w.scale())
	}
	if err == nil && o.Last != nil {
		err = o.Last(s.Picture())
	}
	return s.Figures, errors.Join(err, s.EndFilm(), s.TellStill(true), w.misuse())
}

// loop returns the life of the window: events, steps, picture.
func loop(w *window, s *session.Session, o session.Options, round func(*window, *session.Session)) error {
	for drawn := 0; o.Frames == 0 || drawn < o.Frames; {
		idle := s.Idle() && o.Frames == 0
		w.events(idle)
		if idle {
			s.Wake(time.Now())
		}
		if w.closed() || s.Left() || stopped(o.Stop) {
			break
		}
		if round != nil {
			round(w, s)
		}
		if w.lost() {
			if err := w.recover(s, o); err != nil {
				return err
			}
		}
		s.Tend(time.Now())
		seen, err := frame(w, s, o, o.Frames == 0 || drawn+1 < o.Frames)
		if err != nil {
			if w.lost() {
				continue // the error is that of the lost context
			}
			return err
		}
		if seen {
			drawn++
		}
	}
	// A run that ended before its first picture still has a last picture.
	if width, height := w.pixels(); o.Last != nil && !s.DrawnYet() {
		return s.Draw(max(width, 1), max(height, 1), w.scale())
	}
	return nil
}

// frame advances the run and shows a picture of it; seen is false when there was
// nothing new to show, or no place to show it. Where another picture follows, the device continues.
func frame(w *window, s *session.Session, o session.Options, follows bool) (seen bool, err error) {
	if err := s.Advance(); err != nil {
		return false, err
	}
	s.Turn(time.Now())
	s.Ease(time.Now())
	if err := s.Shoot(); err != nil {
		return false, err
	}
	_ = s.TellStill(false) // the window says it
	width, height := w.pixels()
	if width == 0 || height == 0 {
		w.rest() // minimized: the run continues, and nothing is drawn
		return false, nil
	}
	if o.Frames == 0 && w.swaps.blocked(time.Now()) {
		w.rest() // it is not visible, and the next picture would wait
		return false, nil
	}
	if !s.Stale(width, height) && o.Frames == 0 {
		w.await(s.Begun)
		return false, nil
	}
	if err := s.Draw(width, height, w.scale()); err != nil {
		return false, err
	}
	w.show(s)
	if o.EachFrame != nil {
		o.EachFrame(s.Status())
	}
	if follows {
		err = s.Ahead()
	}
	return true, err
}

func stopped(stop <-chan struct{}) bool {
	select {
	case <-stop: // never, when nil
		return true
	default:
		return false
	}
}
