package bench

import (
	"fmt"
	"time"

	"hooke/model"
	"hooke/scene"
)

// stepCounter is what an engine has that counts its steps where they are
// executed, so that a dispatch that was lost cannot pass as a fast one.
type stepCounter interface {
	// StepsRun is the number of steps executed since the last Reset.
	StepsRun() (int64, error)
}

// trial is one engine at one size.
type trial struct {
	maker  Maker
	engine model.Engine
	truth  *Truth

	maxError, rmsError float64

	rounds  int // resets per repeat
	steps   int // steps per round, at most MaxSteps
	repeats int
	seconds []float64 // of each repeat, resets not counted
}

// prepare makes the engine, measures its error, and sets the length of a
// repeat from a probe of its pace.
func (s Suite) prepare(maker Maker, sc *scene.Scene, truth *Truth) (*trial, error) {
	engine, err := maker.New(sc.Model, sc.Params)
	if err != nil {
		return nil, err
	}
	t := &trial{maker: maker, engine: engine, truth: truth, rounds: 1, steps: 1}
	if maker.Reference {
		err = t.warmUp()
	} else {
		t.maxError, t.rmsError, err = MeasureError(engine, truth)
	}
	if err == nil {
		err = t.probe(s)
	}
	if err != nil {
		engine.Close()
		return nil, err
	}
	return t, nil
}

// warmUp touches all memory of an engine whose error is not measured.
func (t *trial) warmUp() error {
	if err := t.engine.Reset(t.truth.Start); err != nil {
		return err
	}
	if err := t.engine.Step(1); err != nil {
		return err
	}
	return t.engine.Finish()
}

// probe doubles the steps until they take a tenth of the target, and derives
// from their pace how many steps make a repeat and how many repeats the budget
// allows.
func (t *trial) probe(s Suite) error {
	perStep := 0.0
	for {
		seconds, err := t.round(s.Clock)
		if err != nil {
			return err
		}
		perStep = seconds / float64(t.steps)
		if seconds >= s.Target.Seconds()/10 || t.steps == MaxSteps {
			break
		}
		t.steps = min(2*t.steps, MaxSteps)
	}

	// A clock too coarse to see a round would ask for endless rounds.
	const maxRounds = 50
	wanted := float64(maxRounds * MaxSteps)
	if perStep > 0 {
		wanted = min(wanted, max(1, s.Target.Seconds()/perStep))
	}
	t.rounds = (int(wanted) + MaxSteps - 1) / MaxSteps
	t.steps = int(wanted) / t.rounds
	t.repeats = s.Repeats
	if expected := perStep * float64(t.rounds*t.steps); expected > 0 {
		affordable := s.Budget.Seconds() / expected
		t.repeats = int(min(float64(s.Repeats), max(MinRepeats, affordable)))
	}
	return nil
}

// repeat times one repeat.
func (t *trial) repeat(clock func() time.Time) error {
	total := 0.0
	for range t.rounds {
		seconds, err := t.round(clock)
		if err != nil {
			return err
		}
		total += seconds
	}
	t.seconds = append(t.seconds, total)
	return nil
}

// round resets the engine and times its steps [s], from an idle engine to an
// idle engine. Then it asks the engine's own counter whether they all ran.
func (t *trial) round(clock func() time.Time) (seconds float64, err error) {
	if err := t.engine.Reset(t.truth.Start); err != nil {
		return 0, err
	}
	if err := t.engine.Finish(); err != nil {
		return 0, err
	}
	begin := clock()
	if err := t.engine.Step(t.steps); err != nil {
		return 0, err
	}
	if err := t.engine.Finish(); err != nil {
		return 0, err
	}
	seconds = clock().Sub(begin).Seconds()

	if counter, ok := t.engine.(stepCounter); ok {
		ran, err := counter.StepsRun()
		if err != nil {
			return 0, err
		}
		if ran != int64(t.steps) {
			return 0, fmt.Errorf("%d steps were asked for, and the engine counted %d: its time means nothing", t.steps, ran)
		}
	}
	return seconds, nil
}
