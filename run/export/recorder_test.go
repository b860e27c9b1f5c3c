package export_test

import (
	"errors"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"hooke/must"
	"hooke/run/export"
)

// slow is a series that waits, and then fails.
type slow struct {
	wait      chan struct{}
	steps     []int64
	discarded bool
}

func (s *slow) Close() error { return nil }

func (s *slow) Settle() (export.SeriesProgress, error) {
	return export.SeriesProgress{Frames: int64(len(s.steps))}, nil
}

func (s *slow) Discard() { s.discarded = true }

func (s *slow) Files() []string { return nil }

// A run does not wait for a disk that is slow; a series that fails ends, is told
// and leaves nothing half, and the others continue.
func TestRecorder(t *testing.T) {
	s, other := &slow{wait: make(chan struct{})}, &slow{wait: make(chan struct{})}
	close(other.wait)
	r := export.NewRecorder(3, false, s, other)
	record := func(step int64, due ...int) {
		t.Helper()
		must.Do(t, r.Record(due, func(f *export.Frame) error { f.Step = step; return nil }))
	}
	for step := range int64(100) {
		record(step, 0)
	}
	must.Be(t, r.Waited(), 0, "a hundred small frames waited for a disk that does nothing")
	must.Be(t, r.Failure(), nil, "a failure before any")
	close(s.wait)
	record(0, 1)
	record(1, 0, 1)
	if _, err := r.Close(); !errors.Is(err, errFull) || !errors.Is(r.Failure(), errFull) || !s.discarded || !slices.Equal(s.steps, []int64{0, 1, 2}) {
		t.Errorf("%v, discarded %v, frames %v", err, s.discarded, s.steps)
	}
	if other.discarded || !slices.Equal(other.steps, []int64{0, 1}) {
		t.Errorf("the other series: discarded %v, frames %v", other.discarded, other.steps)
	}
}

// Large frames wait in a bounded number, for none is dropped.
func TestRecorderIsBounded(t *testing.T) {
	s := &slow{wait: make(chan struct{})}
	r := export.NewRecorder(1<<30, false, s) // so large that only the three least are allowed
	var begun, most atomic.Int64
	go func() {
		must.Until(t, "three frames", func() bool { return begun.Load() >= 3 })
		time.Sleep(50 * time.Millisecond)
		most.Store(begun.Load())
		close(s.wait)
	}()
	for range 10 {
		must.Do(t, r.Record([]int{0}, func(f *export.Frame) error { begun.Add(1); f.Step = 1; return nil }))
	}
	if _, err := r.Close(); err != nil || len(s.steps) != 10 || most.Load() != 3 || os.Getenv("HOOKE_LONG") != "" && r.Waited() < 20*time.Millisecond {
		t.Errorf("%v, %d frames, %d before one was written, waited %v", err, len(s.steps), most.Load(), r.Waited())
	}
}
