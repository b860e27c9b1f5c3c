package cli

import (
	"context"
	"fmt"
	"time"

	"hooke/model"
)

// stepper advances an engine in batches: short enough that the device's
// watchdog, Ctrl-C and the progress bar are served, long enough that waiting
// between them costs nothing.
type stepper struct {
	engine  model.Engine
	seconds float64 // wall time of the steps so far, the waits for them included
	batch   int64   // steps of the next batch; zero means 1
	good    *goodState
}

// Batches grow until they take at least batchSeconds and shrink above twice
// that.
const batchSeconds = 0.1

// advance takes n steps. after is called between batches with the steps done so
// far in this call. A cancelled context ends it early, without an error; done
// says where.
func (s *stepper) advance(ctx context.Context, n int64, after func(done int64)) (done int64, err error) {
	s.batch = max(s.batch, 1)
	for done < n && ctx.Err() == nil {
		steps := min(s.batch, n-done)
		begin := time.Now()
		if err := s.engine.Step(int(steps)); err != nil {
			return done, err
		}
		if err := s.engine.Finish(); err != nil {
			return done, err
		}
		took := time.Since(begin).Seconds()
		s.seconds += took
		done += steps
		switch {
		case took < batchSeconds && steps == s.batch:
			s.batch *= 2
		case took > 2*batchSeconds && s.batch > 1:
			s.batch /= 2
		}
		if err := s.good.after(); err != nil {
			return done, err
		}
		after(done)
	}
	return done, nil
}

// confirm compares the steps asked for since the start with what the engine
// itself counted where they run, when it counts.
func (s *stepper) confirm(steps int64) error {
	counter, ok := model.As[model.StepCounter](s.engine)
	if !ok {
		return nil
	}
	ran, err := counter.StepsRun()
	if err != nil {
		return err
	}
	if ran != steps {
		return fmt.Errorf("%d steps were asked for, and the device counted %d: its state cannot be trusted", steps, ran)
	}
	return nil
}
