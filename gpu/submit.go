package gpu

import (
	"time"

	"hooke/gpu/glx"
)

// submissions are the timestamps and fences of the submissions that may be ahead
// of the device, made once and used again.
type submissions struct {
	ctx    *glx.Context
	timers [submissionsAhead]*glx.Timer
	fences [submissionsAhead]glx.Fence
	timed  [submissionsAhead]bool // whether the timer is that of the submission
}

func newSubmissions(ctx *glx.Context) *submissions {
	s := &submissions{ctx: ctx}
	for place := range s.timers {
		s.timers[place] = ctx.NewTimer()
	}
	return s
}

func (s *submissions) begin(place int) {
	s.timers[place].Take() // one that came too late for took
	s.timed[place] = s.timers[place].Begin()
}

func (s *submissions) end(place int) {
	s.timers[place].End()
	s.ctx.Fence(&s.fences[place])
}

func (s *submissions) reached(place int) bool { return s.fences[place].Reached() }

func (s *submissions) await(place int) error { return s.ctx.Await(&s.fences[place]) }

func (s *submissions) took(place int) (time.Duration, bool) {
	took, ok := s.timers[place].Take()
	return took, ok && s.timed[place]
}

func (s *submissions) release() {
	if s == nil {
		return
	}
	for place := range s.timers {
		s.timers[place].Release()
		s.fences[place].Release()
	}
}

// newQueue makes the queue of an engine.
func newQueue(s *submissions, springs int) queue {
	return queue{device: s, blind: blindSubmission(springs)}
}

// Waits is how often Step has waited for the device, since as many submissions as
// may be were ahead of it.
func (e *Engine) Waits() int64 { return e.queue.waits }

// Submissions is how many times steps were handed to the device.
func (e *Engine) Submissions() int64 { return e.queue.submissions }

// BeginSpan queues the first of two timestamps, between which the device's own
// time is measured. A span that was begun already begins anew.
func (e *Engine) BeginSpan() {
	if e.span == nil {
		e.span = e.ctx.NewTimer()
	}
	e.span.Forget()
	e.span.Begin()
}

// EndSpan queues the second timestamp.
func (e *Engine) EndSpan() { e.span.End() }

// Span waits for both timestamps and is the time between them; zero without a
// span, or when it is too short to be measured.
func (e *Engine) Span() time.Duration { return e.span.Wait() }

// ForgetPassTimes begins the means of PassTimes anew.
func (e *Engine) ForgetPassTimes() {
	for _, p := range e.passes() {
		p.timer.Forget()
	}
}
