package gpu

import "time"

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
