//go:build !headless

package viewer

import (
	"errors"
	"runtime"
	"time"

	"hooke/viewer/draw"
)

// Run opens a window, makes the engine in its context, runs it until the window
// is closed (or for Options.Frames frames), hands on the last picture if one is
// asked for, and closes both. It must be called on the main thread.
//
// Errors: no display, OpenGL too old, whatever New returns, and a divergence
// (wrapping *physics.DivergedError) when Frames is set; without Frames a
// divergence is shown in the window and pauses the run.
func Run(o Options) (draw.Figures, error) {
	o, err := o.withDefaults()
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
	s, err := newSession(w.ctx, o)
	if err != nil {
		return draw.Figures{}, err
	}
	defer s.close()
	w.connect(s)
	s.Awake = w.rouse

	s.wake(time.Now())
	err = loop(w, s, o)
	if err == nil && o.Last != nil {
		err = s.redrawFine(w.scale())
	}
	if err == nil && o.Last != nil {
		err = o.Last(s.picture())
	}
	return s.figures, errors.Join(err, s.endFilm(), s.tellStill(true), w.misuse())
}

// loop is the life of the window: events, steps, picture.
func loop(w *window, s *session, o Options) error {
	for drawn := 0; o.Frames == 0 || drawn < o.Frames; {
		idle := s.idle() && o.Frames == 0
		w.events(idle)
		if idle {
			s.wake(time.Now())
		}
		if w.closed() || s.quit || stopped(o.Stop) {
			break
		}
		if o.round != nil {
			o.round(w, s)
		}
		if w.lost() {
			if err := w.recover(s, o); err != nil {
				return err
			}
		}
		s.tend(time.Now())
		if err := s.advance(); err != nil {
			if w.lost() {
				continue // the error is of that
			}
			return err
		}
		s.turn(time.Now())
		s.ease(time.Now())
		if err := s.shoot(); err != nil {
			if w.lost() {
				continue
			}
			return err
		}
		_ = s.tellStill(false) // it is said in the window
		width, height := w.pixels()
		if width == 0 || height == 0 {
			w.rest() // minimized: the run goes on, nothing is drawn
			continue
		}
		if !s.stale(width, height) && o.Frames == 0 {
			w.await(s.Begun)
			continue
		}
		if err := s.draw(width, height, w.scale()); err != nil {
			if w.lost() {
				continue
			}
			return err
		}
		w.show(s)
		drawn++
		if o.EachFrame != nil {
			o.EachFrame(s.status())
		}
	}
	// Even a run that ended before its first picture has a last one.
	if width, height := w.pixels(); o.Last != nil && s.target == nil {
		return s.draw(max(width, 1), max(height, 1), w.scale())
	}
	return nil
}

func stopped(stop <-chan struct{}) bool {
	select {
	case <-stop: // never, when nil
		return true
	default:
		return false
	}
}
