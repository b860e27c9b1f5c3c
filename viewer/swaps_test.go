//go:build !headless

package viewer

import (
	"testing"
	"time"

	"hooke/must"
)

// screen is a clock, a device that has work, and a compositor that may make swaps wait.
type screen struct {
	now     time.Time
	work    time.Duration // of the device, which a swap waits for, too
	waits   time.Duration // of a swap
	swaps   int
	waiting time.Duration // in swaps and finishes
}

func (s *screen) pass(d time.Duration) {
	s.now = s.now.Add(d)
	s.waiting += d
}

// picture draws and swaps, unless that is blocked, and says whether it did.
func (s *screen) picture(of *swaps) bool {
	if of.blocked(s.now) {
		s.now = s.now.Add(50 * time.Millisecond) // of steps
		return false
	}
	left := s.work
	of.swap(func() time.Time { return s.now }, func() { s.pass(left); left = 0 }, func() { s.pass(left + s.waits); s.swaps++ })
	return true
}

// A window whose swaps wait is left alone: most of the time is left for steps. It is drawn
// again as soon as swaps are quick, and at once when an event says that it is seen.
func TestStalledSwapsLeaveTimeForSteps(t *testing.T) {
	s := &screen{now: time.Unix(1000, 0), waits: time.Second}
	var w swaps
	begin := s.now
	for s.now.Sub(begin) < time.Minute {
		s.picture(&w)
	}
	must.Hold(t, s.waiting <= 20*time.Second && s.swaps >= 5, "of a minute %v are spent waiting, in %d swaps", s.waiting, s.swaps)
	// It is there again.
	s.waits = 5 * time.Millisecond
	back := s.now
	for !s.picture(&w) {
	}
	if took := s.now.Sub(back); took > mostWait+slowSwap {
		t.Errorf("it is drawn again after %v", took)
	}
	for range 100 {
		if !s.picture(&w) {
			t.Fatal("a picture is left out though swaps are quick")
		}
	}
	// It is hidden, and an event says that it is seen.
	s.waits = time.Second
	for range 40 {
		s.picture(&w)
	}
	if s.waits = 5 * time.Millisecond; !w.stalled {
		t.Fatal("it is not found to be hidden")
	}
	w.seen()
	for range 2 {
		must.Hold(t, s.picture(&w), "after an event it is not drawn at once")
	}
}

// A device that is slow is no hidden window: no picture is left out, and it is rarely
// waited for.
func TestSlowDevicesAreNoStalls(t *testing.T) {
	s := &screen{now: time.Unix(1000, 0), work: 300 * time.Millisecond, waits: 5 * time.Millisecond}
	var w swaps
	finishes := 0
	for range 200 {
		if w.suspected {
			finishes++
		}
		if !s.picture(&w) {
			t.Fatal("a picture is left out")
		}
	}
	if finishes == 0 || finishes > 8 { // of a minute
		t.Errorf("the device was waited for %d times", finishes)
	}
}
