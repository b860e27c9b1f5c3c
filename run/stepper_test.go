package run

import (
	"context"
	"strings"
	"testing"

	"hooke/model"
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
	if err := s.Confirm(100); err == nil || !strings.Contains(err.Error(), "100 steps were asked for, and the device counted 99") {
		t.Errorf("a lost step: %v", err)
	}
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
