//go:build !headless

package viewer

import (
	"errors"
	"fmt"
	"time"

	"hooke/model"
	"hooke/viewer/draw"
)

// pace is what frames cost.
type pace struct {
	pacer    draw.Pacer
	speed    float64       // of simulated time against the clock on the wall; zero: as fast as it can
	last     time.Time     // when the last frame began; zero: it was idle
	stepping time.Duration // in this frame
	frame    time.Duration // from picture to picture, smoothed
	share    float64       // of a frame that is stepping, smoothed

	coarse    bool // pictures are slow
	drawnWith int  // samples a pixel of the last picture
}

// advance asks for the steps of one frame and waits for them, so that their
// cost is known.
func (s *session) advance() error {
	if s.failed != nil {
		return s.failed
	}
	s.adopt()
	now := time.Now()
	wall := time.Duration(0)
	if !s.last.IsZero() {
		wall = now.Sub(s.last)
		s.pacer.Elapsed(wall)
		s.frame = smooth(s.frame, wall)
	}
	s.last, s.stepping = now, 0
	if err := s.pull(wall.Seconds()); err != nil {
		return err
	}
	if p := s.player(); p != nil {
		return s.play(p, wall.Seconds())
	}
	steps := s.due()
	if steps == 0 {
		s.last = time.Time{} // waiting for the user is not a slow frame
		return nil
	}
	begin := time.Now()
	err := s.engine.Step(steps)
	if err == nil {
		err = s.engine.Finish()
	}
	s.stepping = time.Since(begin)
	s.step += int64(steps)
	s.figures.Steps += int64(steps)
	s.figures.Seconds += s.stepping.Seconds()
	s.figures.SpringUpdates = float64(s.figures.Steps) * float64(s.figures.Springs) / s.figures.Seconds
	s.dirty = true

	var diverged *model.DivergedError
	if errors.As(err, &diverged) && !s.fixed {
		s.message, s.paused = diverged.Error()+" (b goes back to the last good state, r resets)", true
		return nil
	}
	if err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	s.pacer.Stepped(steps, s.stepping)
	return s.sampleEnergy(now)
}

// adopt takes in that another engine steps than before: what the last one cost says
// nothing of it, and a rate of both would be of none.
func (s *session) adopt() {
	if s.figures.Engine != s.described {
		s.figures.Engine, s.figures.Steps, s.figures.Seconds = s.described, 0, 0
		s.pacer = draw.Pacer{}
	}
}

// due is how many steps this frame takes.
func (s *session) due() int {
	switch {
	case s.message != "":
		s.once = 0
		return 0 // nothing good comes after a divergence but a reset
	case s.once > 0:
		steps := s.once
		s.once = 0
		return steps
	case s.paused:
		return 0
	}
	s.pacer.RealTime = 0
	if s.speed > 0 {
		s.pacer.RealTime = s.params.DT / s.speed
	}
	steps := s.pacer.Steps()
	if left := s.untilShot(); left < steps {
		s.pacer.Spared(steps - left)
		return left
	}
	return steps
}

func smooth(old, new time.Duration) time.Duration {
	if old == 0 {
		return new
	}
	return old + (new-old)/5
}
