package sweep

import (
	"sync"
	"time"
)

// Stepping counts the steps of jobs that have no outcome yet. Runners embed it. Goroutines may share it, and the zero value is ready.
type Stepping struct {
	lock  sync.Mutex
	setUp int64
	parts map[*Part]bool
}

// Part is jobs that are stepped side by side. Stepping.Begin makes it.
type Part struct {
	of          *Stepping
	jobs, steps int64
	done        int64 // steps of each job
}

// Underway is how far the jobs without an outcome are.
type Underway struct {
	SetUp int64   // jobs that are ready and not stepped yet
	Jobs  int64   // jobs that are stepped now
	Done  float64 // their progress, in jobs: 8 jobs after half of their steps are 4
	Steps int64   // of all of them, as if they ended together
}

// SetUp counts n more jobs that are ready to be stepped.
func (s *Stepping) SetUp(n int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.setUp += int64(n)
}

// Begin begins jobs, each of which takes at most that many steps.
func (s *Stepping) Begin(jobs int, steps int64) *Part {
	s.lock.Lock()
	defer s.lock.Unlock()
	p := &Part{of: s, jobs: int64(jobs), steps: steps}
	if s.parts == nil {
		s.parts = map[*Part]bool{}
	}
	s.parts[p] = true
	return p
}

// At tells how many steps of each job are done.
func (p *Part) At(step int64) {
	p.of.lock.Lock()
	defer p.of.lock.Unlock()
	p.done = step
}

// End ends the jobs.
func (p *Part) End() {
	p.of.lock.Lock()
	defer p.of.lock.Unlock()
	delete(p.of.parts, p)
}

// Underway returns how far the jobs are now.
func (s *Stepping) Underway() Underway {
	s.lock.Lock()
	defer s.lock.Unlock()
	out := Underway{SetUp: s.setUp}
	for p := range s.parts {
		out.Jobs += p.jobs
		out.Done += float64(p.jobs) * float64(p.done) / float64(max(1, p.steps))
		out.Steps += p.jobs * p.done
	}
	return out
}

// Left returns how long the rest of a work takes at its speed so far; 0: not known.
func Left(elapsed time.Duration, done, rest float64) time.Duration {
	if !(done > 0) {
		return 0
	}
	const most = 1 << 62
	return time.Duration(min(float64(elapsed)/done*max(0, rest), most))
}
