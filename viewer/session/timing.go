package session

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"hooke/model"
	"hooke/physics"
)

// timing holds the cost of frames, and numbers derived from it.
type timing struct {
	pacer    pacer
	speed    float64       // simulated time per wall time; zero: as fast as possible
	asked    time.Time     // when steps were last asked for; zero after idling
	stepping time.Duration // device time of the steps of this frame
	drawing  drawing       // the last picture
	pictured time.Time     // when the last picture was made; zero after idling
	frame    time.Duration // from picture to picture, smoothed
	share    float64       // share of a frame that stepping takes, smoothed

	coarse    bool     // whether pictures are slow
	budget    int      // number of springs in coarse pictures
	drawnWith int      // samples a pixel of the last picture
	putOff    []func() // work that waits until no steps run
}

// Advance takes in the steps that are done and asks for the steps of one frame. An engine
// that steps in the background takes them while pictures continue; for other engines Advance
// waits for the steps that Ahead has queued, or for new ones where it has queued none, so that
// the next picture is of the state that the numbers are of.
func (s *Session) Advance() error {
	if s.failed != nil {
		return s.failed
	}
	s.CollectSteps()
	if s.TakeIn(); s.Begun {
		return nil
	}
	now, stepped := time.Now(), s.Batch.Steps > 0
	s.stepping = 0
	if err := s.digest(now); err != nil {
		return err
	}
	s.adopt()
	s.catchUp()
	if err := s.leaveHalt(); err != nil {
		return err
	}
	wall := time.Duration(0)
	if !s.asked.IsZero() {
		wall = now.Sub(s.asked)
		s.pacer.Elapsed(wall)
	}
	s.asked = now
	if err := s.pull(wall.Seconds()); err != nil {
		return err
	}
	if p := s.player(); p != nil {
		return s.play(p, wall.Seconds())
	}
	if stepped && s.Solver == nil {
		return nil // Ahead asks for more behind the picture
	}
	steps := s.due()
	if steps == 0 {
		if s.paused || s.message != "" {
			s.asked = time.Time{} // so that waiting for the user does not count as a slow frame
		}
		return nil
	}
	if s.Solver != nil {
		steps, err := s.UntilLook(steps)
		if err == nil {
			s.BeginSteps(steps)
		}
		return err
	}
	if err := s.QueueSteps(steps); err != nil {
		return err
	}
	s.CollectSteps()
	return s.digest(now)
}

// Ahead queues the steps of the next frame behind the picture that was drawn, so that the device
// continues while the host waits for the screen and for hands. Call it after the picture is shown.
func (s *Session) Ahead() error {
	if s.failed != nil || s.Solver != nil || s.Begun || s.Batch.Steps > 0 || s.player() != nil {
		return nil
	}
	if steps := s.due(); steps > 0 {
		return s.QueueSteps(steps)
	}
	return nil
}

// Settle waits for the device, and counts the steps and the picture that it had to do. Figures
// are whole then.
func (s *Session) Settle() error {
	s.CollectSteps()
	if err := s.awaitPicture(); err != nil {
		return err
	}
	return s.digest(time.Now())
}

// stop pauses a run that has ended, and says why; nil: it runs on.
func (s *Session) stop(end *physics.End) {
	if end != nil {
		s.paused = true
		s.say(fmt.Sprintf("ended: %s, at step %d, %.4g s (space continues, r restarts)", end.By, end.Step, end.Time))
	}
}

// digest counts steps that are done, and halts the run where a state has no next step.
func (s *Session) digest(now time.Time) error {
	b := s.Batch
	if b.Steps == 0 {
		return nil
	}
	s.Batch = model.Batch{}
	s.Figures.Steps += int64(b.Steps)
	s.Figures.Seconds += b.Took.Seconds()
	s.Figures.SpringUpdates = float64(s.Figures.Steps) * float64(s.Figures.Springs) / s.Figures.Seconds
	s.dirty = true
	if wall := now.Sub(s.asked); s.Solver != nil && !s.asked.IsZero() {
		s.share += 0.2 * (min(b.Took.Seconds()/wall.Seconds(), 1) - s.share)
	}
	if s.Solver == nil {
		s.stepping = b.Took
		s.stop(s.End)
		s.End = nil
	}

	var state physics.StateError
	if errors.As(b.Err, &state) && !s.fixed {
		return s.halt(state)
	}
	if b.Err != nil {
		return fmt.Errorf("viewer: %w", b.Err)
	}
	if err := s.countTouches(now); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	if s.Solver != nil {
		end, err := s.LookOn(b.Steps)
		if err != nil {
			return fmt.Errorf("viewer: %w", err)
		}
		s.stop(end)
	}
	s.pacer.Stepped(b.Steps, b.Took)
	if err := s.Save(now); err != nil {
		return err
	}
	return s.sampleEnergy(now)
}

// adopt notes that another engine steps from now on: the cost of the last engine says
// nothing about it, and a rate over both would belong to neither.
func (s *Session) adopt() {
	if s.Figures.Engine != s.Described {
		if s.Figures.Engine.Engine != s.Described.Engine { // an engine rejected the request
			s.say(strings.TrimPrefix(s.notice+"; "+engineName(s.Described)+" steps now", "; "))
		}
		s.Figures.Engine, s.Figures.Steps, s.Figures.Seconds = s.Described, 0, 0
		s.pacer = pacer{}
	}
}

// due returns how many steps this frame takes.
func (s *Session) due() int {
	switch {
	case s.message != "":
		s.once = 0
		return 0 // its state has no next step
	case s.once > 0:
		steps := s.once
		s.once = 0
		return steps
	case s.paused:
		return 0
	}
	s.pacer.Moving = s.doing == turning || !s.shown.Settled()
	s.pacer.Background = s.Solver != nil
	s.pacer.RealTime = 0
	if s.speed > 0 {
		s.pacer.RealTime = s.Params.DT / s.speed
	}
	steps := s.pacer.Steps()
	if s.motion.Shown() { // no step is taken back: each is seen once
		if least, err := s.UntilLook(steps); err == nil {
			steps = least
		}
	}
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
