package glx

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Timer measures device time between Begin and End with a pair of timestamps.
// (TIME_ELAPSED queries around a dispatch return 1 ns on Mesa's software
// renderer.) A nil *Timer does nothing, so that callers need no condition.
type Timer struct {
	ctx     *Context
	queries [2]uint32
	open    bool // Begin is queued, End is not
	pending bool // both are queued, and their result is not read yet
	total   time.Duration
	samples int

	ready int32     // whether the result of the second query is there; a field, so that Take allocates nothing
	times [2]uint64 // the two timestamps [ns]; a field for the same reason
}

// shortestSample is the shortest time that a pair of timestamps is trusted with: no
// driver measures less.
const shortestSample = time.Microsecond

// NewTimer makes a timer. Its owner calls Release.
func (c *Context) NewTimer() *Timer {
	t := &Timer{ctx: c}
	gl.GenQueries(2, &t.queries[0])
	c.live["timer"]++
	return t
}

// Begin queues the first timestamp if the last pair has been read, and reports whether it
// did.
func (t *Timer) Begin() bool {
	if t == nil || t.pending {
		return false
	}
	t.ctx.settle()
	gl.QueryCounter(t.queries[0], gl.TIMESTAMP)
	t.open = true
	return true
}

// End queues the second timestamp, where Begin has queued the first.
func (t *Timer) End() {
	if t == nil || !t.open {
		return
	}
	t.ctx.settle()
	gl.QueryCounter(t.queries[1], gl.TIMESTAMP)
	t.open, t.pending = false, true
}

// Collect adds a finished measurement, if there is one, to those of Mean. It does not
// wait. It refuses samples under a microsecond: no driver measures them.
func (t *Timer) Collect() {
	if sample, ok := t.Take(); ok {
		t.total += sample
		t.samples++
	}
}

// Take returns a finished measurement that is still pending or not yet collected. It does not wait. It
// returns false without one, or when it is under a microsecond.
func (t *Timer) Take() (time.Duration, bool) {
	if t == nil || !t.pending {
		return 0, false
	}
	if gl.GetQueryObjectiv(t.queries[1], gl.QUERY_RESULT_AVAILABLE, &t.ready); t.ready != gl.TRUE {
		return 0, false
	}
	gl.GetQueryObjectui64v(t.queries[0], gl.QUERY_RESULT, &t.times[0])
	gl.GetQueryObjectui64v(t.queries[1], gl.QUERY_RESULT, &t.times[1])
	t.pending = false
	sample := time.Duration(t.times[1] - t.times[0])
	return sample, t.times[1] > t.times[0] && sample >= shortestSample
}

// Mean returns the mean device time from Begin to End over the collected samples, and the
// number of samples; both are zero before the first sample.
func (t *Timer) Mean() (time.Duration, int) {
	if t == nil || t.samples == 0 {
		return 0, 0
	}
	return t.total / time.Duration(t.samples), t.samples
}

// Wait waits for the last pair, returns its time and forgets all samples. The time is
// zero when there is no pair, or a sample that Collect would refuse.
func (t *Timer) Wait() time.Duration {
	if t == nil || !t.pending {
		t.Forget()
		return 0
	}
	gl.GetQueryObjectui64v(t.queries[1], gl.QUERY_RESULT, &t.times[1]) // waits
	sample, ok := t.Take()
	t.Forget()
	if !ok {
		return 0
	}
	return sample
}

// Forget drops all samples, the pending one too.
func (t *Timer) Forget() {
	if t != nil {
		t.open, t.pending, t.total, t.samples = false, false, 0, 0
	}
}

// Release frees the timer. Releasing twice, or a nil timer, is harmless.
func (t *Timer) Release() {
	if t == nil || t.queries[0] == 0 {
		return
	}
	gl.DeleteQueries(2, &t.queries[0])
	t.queries = [2]uint32{}
	t.ctx.live["timer"]--
}
