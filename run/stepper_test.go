package run

import (
	"context"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
)

// counting is an engine that counts, and cancels at a step.
type counting struct {
	model.Engine
	steps   int64
	batches []int
	at      int64
	cancel  func()
	lost    int64
}

func (c *counting) Step(n int) error {
	c.steps += int64(n)
	c.batches = append(c.batches, n)
	if c.cancel != nil && c.steps >= c.at {
		c.cancel()
	}
	return nil
}
func (c *counting) Finish() error               { return nil }
func (c *counting) Describe() model.Description { return model.Description{Engine: "counting"} }
func (c *counting) Reset(*model.State) error    { return nil }
func (c *counting) Read(*model.Snapshot) error  { return nil }
func (c *counting) StepsRun() (int64, error)    { return c.steps - c.lost, nil }

// Batches grow from one step while they are quick, and never overshoot.
func TestBatches(t *testing.T) {
	engine := &counting{}
	s := NewStepper(engine)
	var reported []int64
	done, err := s.Advance(context.Background(), 100, func(done int64) { reported = append(reported, done) })
	if err != nil || done != 100 || engine.steps != 100 {
		t.Fatalf("%d done, %d taken, %v; want 100", done, engine.steps, err)
	}
	if engine.batches[0] != 1 || engine.batches[1] != 2 || reported[len(reported)-1] != 100 || len(reported) != len(engine.batches) {
		t.Errorf("batches %v, reported %v", engine.batches, reported)
	}
	if err := s.Confirm(100); err != nil {
		t.Error(err)
	}
	engine.lost = 1
	must.Say(t, "a lost step", s.Confirm(100), "100 steps were asked for, and the device counted 99")
}

// Ctrl-C ends the steps after the batch in which it came.
func TestBatchesInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	engine := &counting{at: 3, cancel: cancel} // in the second batch, of two steps
	done, err := NewStepper(engine).Advance(ctx, 100, func(int64) {})
	if err != nil || done != 3 || engine.steps != 3 {
		t.Errorf("%d done, %d taken, %v; want 3", done, engine.steps, err)
	}
}

// Frames that do not come as often as was asked for are told, with a step that makes them so.
func TestIntervalOfFrames(t *testing.T) {
	for _, c := range []struct {
		every Every
		dt    float64
		want  string
	}{
		{Every{Time: 0.01}, 0.0559017, "frames every 0.01 s are asked for and are made in every step of 0.0559 s, every 0.0559 s: --dt 0.01 makes them as asked"},
		{Every{Time: 0.01}, 0.004, "made every 3 steps of 0.004 s, every 0.012 s: --dt 0.00333333 makes them"},
		{Every{Time: 0.01}, 0.005, ""}, {Every{Time: 0.1}, 0.1 / 3, ""}, {Every{Time: 1}, 1e-4, ""}, {Every{Time: 1}, 1.0003e-3, ""},
		{Every{Steps: 7}, 0.3, ""}, {Every{}, 0.3, ""},
	} {
		got := c.every.note(c.dt)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%+v with dt %g: %q, want %q", c.every, c.dt, got, c.want)
		}
	}
}

// The most steps that times and tables can count are taken.
func TestStepsThatCanBeCounted(t *testing.T) {
	o := Options{}
	for _, steps := range []int64{1, 1 << 31, 1 << 53} {
		must.Be(t, o.countable(steps, 1e-7), nil, "%d steps", steps)
	}
}
