package queue

import (
	"time"

	"hooke/gpu/glx"
)

// Submissions are the timestamps and fences of the submissions that may be ahead of the
// device. They are made once and used again.
type Submissions struct {
	ctx    *glx.Context
	timers [SubmissionsAhead]*glx.Timer
	fences [SubmissionsAhead]glx.Fence
	Timed  [SubmissionsAhead]bool // for each slot, whether its timer measures the submission there
}

// NewSubmissions makes the timestamps and fences. Their owner calls Release.
func NewSubmissions(ctx *glx.Context) *Submissions {
	s := &Submissions{ctx: ctx}
	for place := range s.timers {
		s.timers[place] = ctx.NewTimer()
	}
	return s
}

func (s *Submissions) begin(place int) {
	s.timers[place].Take() // this drops a time that came too late for Took
	s.Timed[place] = s.timers[place].Begin()
}

func (s *Submissions) end(place int) {
	s.timers[place].End()
	s.ctx.Fence(&s.fences[place])
}

func (s *Submissions) reached(place int) bool { return s.fences[place].Reached() }

// Await waits for the fence of the submission in a slot; an error says that the device will never reach it.
func (s *Submissions) Await(place int) error { return s.ctx.Await(&s.fences[place]) }

// Took returns the device time of the submission in a slot; false when the device does not tell it.
func (s *Submissions) Took(place int) (time.Duration, bool) {
	took, ok := s.timers[place].Take()
	return took, ok && s.Timed[place]
}

// Release frees the timestamps and fences. On nil it does nothing.
func (s *Submissions) Release() {
	if s == nil {
		return
	}
	for place := range s.timers {
		s.timers[place].Release()
		s.fences[place].Release()
	}
}

// New makes the queue of an engine, for a model of the given number of springs. It borrows s.
func New(s *Submissions, springs int) Queue {
	return Queue{device: s, blind: blindSubmission(springs)}
}
