package bench

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

func TestInterrupted(t *testing.T) {
	p := &pretended{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var rows []Row
	err := Suite{Springs: []int64{few, 500}, Clock: p.clock.Now, Makers: []Maker{p.maker("a", nil)}}.Run(ctx,
		func(r Row) error { rows = append(rows, r); return nil },
		func(what string) {
			if strings.Contains(what, "repeat 3 of 5") {
				cancel()
			}
		})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want one that says interrupted", err)
	}
	if len(rows) != 1 || rows[0].RepeatsDone != 2 {
		t.Errorf("rows are %+v, want one of the two repeats that were done", rows)
	}
}

// countdown is a context that is cancelled after it has been asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Ctrl-C ends the reference's steps, and a suite that is still at them.
func TestTruthInterrupted(t *testing.T) {
	s, err := open.Scene("canon", scene.Options{Springs: few})
	must.Do(t, err)
	_, err = NewTruth(&countdown{context.Background(), 3}, s.Model, s.Params, s.Start, 100)
	if !errors.Is(err, context.Canceled) || err.Error() != "interrupted at step 3 of 100 of the reference" {
		t.Errorf("error is %v, want an interruption at step 3 of 100", err)
	}

	p := &pretended{}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var told []string
	err = Suite{Springs: []int64{few}, Clock: p.clock.Now, Makers: []Maker{p.maker("a", nil)}}.Run(ctx, nil, func(what string) {
		if told = append(told, what); strings.HasSuffix(what, "reference steps") {
			cancel()
		}
	})
	if want := "bench: interrupted"; err == nil || err.Error() != want || len(told) != 2 {
		t.Errorf("error is %v after %q, want %q and no engine", err, told, want)
	}
}
