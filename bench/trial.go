package bench

import (
	"fmt"
	"slices"
	"time"

	"hooke/model"
)

// trial is one engine on one case.
type trial struct {
	of     *Case
	maker  Maker
	engine model.Engine
	truth  *Truth
	setup  float64 // time to make the engine, including its uploads [s]
	says   Inspection

	maxError, rmsError float64

	warming warming
	rounds  int // rounds of a repeat, each with a reset
	steps   int // steps of a round, at most MaxSteps
	repeats int
	seconds []float64 // time of each repeat without resets [s]
	device  []float64 // the same on the device's clock; nil without one
	host    []float64 // time of the host in each that went into queueing steps [s]; 0 where nothing is queued
}

// prepare makes the engine, measures its error, and sets the length of a
// repeat from a probe of its pace.
func (s Suite) prepare(maker Maker, c *Case, truth *Truth) (*trial, error) {
	begin := s.Clock()
	engine, err := maker.New(c.Model, c.Params)
	if err != nil {
		return nil, err
	}
	if err := engine.Finish(); err != nil {
		engine.Close()
		return nil, err
	}
	t := &trial{of: c, maker: maker, engine: engine, truth: truth, rounds: 1, steps: 1, setup: s.Clock().Sub(begin).Seconds()}
	if maker.Inspect != nil {
		t.says = maker.Inspect(engine)
	}
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
		seconds, _, err := t.round(s.Clock)
		if err != nil {
			return err
		}
		perStep = seconds / float64(t.steps)
		if seconds >= s.Target.Seconds()/10 || t.steps == MaxSteps {
			break
		}
		t.steps = min(2*t.steps, MaxSteps)
	}

	// A clock that is too coarse to see a round would ask for endless rounds.
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
	total, device := 0.0, 0.0
	queue, queues := model.As[model.HostClock](t.engine)
	queued := time.Duration(0)
	if queues {
		queued = -queue.Queueing()
	}
	for range t.rounds {
		seconds, onDevice, err := t.round(clock)
		if err != nil {
			return err
		}
		total += seconds
		device += onDevice
	}
	if queues {
		queued += queue.Queueing()
	}
	t.seconds, t.device, t.host = append(t.seconds, total), append(t.device, device), append(t.host, queued.Seconds())
	return nil
}

// forget drops the times that the warm-up left in the clocks of the passes.
func (t *trial) forget() {
	if clock, ok := model.As[model.PassClock](t.engine); ok {
		clock.ForgetPassTimes()
	}
}

// passes returns the passes of a step, with their times.
func (t *trial) passes() []Pass {
	out := slices.Clone(t.says.Passes)
	if clock, ok := model.As[model.PassClock](t.engine); ok {
		times := clock.PassTimes()
		for i := range out {
			out[i].Seconds = times[out[i].Name].Seconds()
		}
	}
	return out
}

// round resets the engine and times its steps [s], from an idle engine to an idle engine,
// on the host's clock and on the device's clock (0 without one). Then it asks the
// engine's own counter whether all steps ran.
func (t *trial) round(clock func() time.Time) (seconds, device float64, err error) {
	if err := t.engine.Reset(t.truth.Start); err != nil {
		return 0, 0, err
	}
	if err := t.engine.Finish(); err != nil {
		return 0, 0, err
	}
	there, timed := model.As[model.DeviceClock](t.engine)
	begin := clock()
	if timed {
		there.BeginSpan()
	}
	if err := t.engine.Step(t.steps); err != nil {
		return 0, 0, err
	}
	if timed {
		there.EndSpan()
	}
	if err := t.engine.Finish(); err != nil {
		return 0, 0, err
	}
	seconds = clock().Sub(begin).Seconds()
	if timed {
		device = there.Span().Seconds()
	}

	if counter, ok := model.As[model.StepCounter](t.engine); ok {
		ran, err := counter.StepsRun()
		if err != nil {
			return 0, 0, err
		}
		if ran != int64(t.steps) {
			return 0, 0, fmt.Errorf("%d steps were asked for, and the engine counted %d: its time means nothing", t.steps, ran)
		}
	}
	return seconds, device, nil
}
