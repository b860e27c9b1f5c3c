//go:build !headless

package viewer

import "time"

// swaps decides when pictures go to the screen. Compositors stop swapping the buffers of a
// window that is not visible, and a swap then waits for a second or more, in which no step is
// taken. Such a window is left alone but for a try from time to time, and the run continues
// as in a minimized one. The zero value swaps every picture.
//
// A swap may also take long because the device still has work. So a slow one only raises
// suspicion, and the next one is timed behind a wait for the device.
type swaps struct {
	suspected bool          // the last swap was slow, maybe for the device
	stalled   bool          // swaps are slow though the device is done
	wait      time.Duration // from one try to the next
	next      time.Time     // of the next try
	trusted   time.Time     // until then a slow swap is the device's
}

const (
	slowSwap  = 100 * time.Millisecond // longer than a picture of the slowest monitor
	firstWait = 500 * time.Millisecond // doubled with each try
	mostWait  = 4 * time.Second
	trustFor  = 10 * time.Second // after the device turned out to be slow
)

// blocked reports whether a picture should not be drawn now, since its swap would wait.
func (s *swaps) blocked(now time.Time) bool { return s.stalled && now.Before(s.next) }

// seen notes that the user may see the window again: the next picture is tried at once.
func (s *swaps) seen() { s.next, s.wait = time.Time{}, firstWait }

// swap swaps by a function. finish waits for the device; it is called only on suspicion.
func (s *swaps) swap(now func() time.Time, finish, swap func()) {
	alone := s.suspected || s.stalled
	if alone {
		finish()
	}
	begin := now()
	swap()
	end := now()
	slow := end.Sub(begin) > slowSwap
	switch {
	case alone && slow:
		s.wait = min(max(2*s.wait, firstWait), mostWait)
		s.suspected, s.stalled, s.next = false, true, end.Add(s.wait)
	case alone:
		if s.suspected {
			s.trusted = end.Add(trustFor)
		}
		s.suspected, s.stalled, s.wait = false, false, 0
	case slow && end.After(s.trusted):
		s.suspected = true
	}
}
