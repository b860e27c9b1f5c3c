package glx

import (
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Timer measures device time between Begin and End with a pair of timestamps.
// (TIME_ELAPSED queries around a dispatch return 1 ns on Mesa's software
// renderer.) A nil Timer does nothing, so call sites need no condition.
type Timer struct {
	ctx     *Context
	queries [2]uint32
	open    bool // Begin was queued, End not yet
	pending bool // both were queued, the result was not read yet
	total   time.Duration
	samples int

	ready int32     // what the driver last said of the second query; here, so that Take allocates nothing
	times [2]uint64 // and of both [ns]
}

// shortestSample is below what a timestamp pair can mean on any driver.
const shortestSample = time.Microsecond

// NewTimer makes a timer. Its owner calls Release.
func (c *Context) NewTimer() *Timer {
	t := &Timer{ctx: c}
	gl.GenQueries(2, &t.queries[0])
	c.live["timer"]++
	return t
}

// Begin queues the first timestamp, unless the last pair has not been read, and
// says whether it did.
func (t *Timer) Begin() bool {
	if t == nil || t.pending {
		return false
	}
	gl.QueryCounter(t.queries[0], gl.TIMESTAMP)
	t.open = true
	return true
}

// End queues the second timestamp.
func (t *Timer) End() {
	if t == nil || !t.open {
		return
	}
	gl.QueryCounter(t.queries[1], gl.TIMESTAMP)
	t.open, t.pending = false, true
}

// Collect takes in a finished measurement, if there is one, without waiting.
// Samples under a microsecond are refused: no driver measures them.
func (t *Timer) Collect() {
	if sample, ok := t.Take(); ok {
		t.total += sample
		t.samples++
	}
}

// Take is a finished measurement that nobody has taken or collected yet, without
// waiting; false when there is none, or it is under a microsecond.
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

// Mean is the mean device time of a Begin-End pair and the number of samples;
// zero and zero before the first.
func (t *Timer) Mean() (time.Duration, int) {
	if t == nil || t.samples == 0 {
		return 0, 0
	}
	return t.total / time.Duration(t.samples), t.samples
}

// Wait waits for the last pair, returns its time and forgets all samples; zero
// when there is no pair, or a sample that Collect would refuse.
func (t *Timer) Wait() time.Duration {
	if t == nil {
		return 0
	}
	var last time.Duration
	if t.pending {
		var begin, end uint64
		gl.GetQueryObjectui64v(t.queries[0], gl.QUERY_RESULT, &begin)
		gl.GetQueryObjectui64v(t.queries[1], gl.QUERY_RESULT, &end)
		if sample := time.Duration(end - begin); end > begin && sample >= shortestSample {
			last = sample
		}
	}
	t.Forget()
	return last
}

// Forget drops all samples, one that is pending too.
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
