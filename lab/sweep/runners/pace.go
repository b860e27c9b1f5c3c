package runners

import (
	"errors"
	"sync"
	"time"
)

// aim is how long a thread steps a unit [s]: a kill loses that. The first unit of a thread is for firstAim, since the speed that was
// measured before it is that of a few milliseconds.
const (
	aim      = 5.
	firstAim = 1.
)

// pace is the speed at which units were stepped. Their sizes follow from it, and results do not.
type pace struct {
	clock func() time.Time

	lock      sync.Mutex
	perSpring float64 // that a step of a pack takes, for each spring [s]; 0: not known yet
}

// fits returns the number of packs that a thread steps in the time of a unit. springs are
// those of a pack, and steps those of a run. foretold is the expected time of a step of a
// pack [s]; 0: unknown.
func (p *pace) fits(springs int, steps int64, foretold float64) int {
	p.lock.Lock()
	defer p.lock.Unlock()
	took, budget := foretold, firstAim
	if p.perSpring > 0 {
		took, budget = p.perSpring*float64(max(1, springs)), aim
	}
	if !(took > 0) {
		return 1
	}
	return int(max(1, min(budget/(took*float64(steps)), 1<<30)))
}

// stopwatch times the steps of one unit.
type stopwatch struct {
	pace           *pace
	packs, springs int
	steps          int64 // of the unit
	done, timed    int64 // steps that are done, and those before last
	warm           int64 // steps that are not timed: the first ones wait for programs of a device
	last           time.Time
	slowest        float64 // that a step of a pack took in the slowest quarter, for each spring [s]
}

// watch begins to time a unit.
func (p *pace) watch(packs, springs int, steps int64) *stopwatch {
	now := p.clock()
	return &stopwatch{pace: p, packs: packs, springs: max(1, springs), steps: steps, last: now}
}

// errSlow means that a unit takes much longer than units should.
var errSlow = errors.New("a unit takes too long")

// slow is how many times the time of a unit one may take, as far as its first steps tell, before it is divided and begun again.
const slow = 3

// took counts n steps that are done. It returns errSlow in the first half of a unit that is to take much too long and can be divided.
func (s *stopwatch) took(n int64) error {
	now := s.pace.clock()
	if s.done += n; s.done == n && n < s.steps {
		s.warm, s.timed, s.last = n, n, now
		return nil
	}
	quarter := now.Sub(s.last).Seconds() / float64(s.done-s.timed)
	tooLong := s.packs > 1 && s.timed == s.warm && 2*s.done <= s.steps && quarter*float64(s.steps) > slow*aim
	if tooLong || 4*(s.done-s.timed) >= s.steps || s.done == s.steps && s.timed == s.warm {
		s.slowest = max(s.slowest, quarter/float64(s.packs*s.springs))
		s.timed, s.last = s.done, now
	}
	if tooLong {
		s.tell()
		return errSlow
	}
	return nil
}

// tell tells the pace how fast the slowest quarter was: that before most members ended.
func (s *stopwatch) tell() {
	s.pace.lock.Lock()
	defer s.pace.lock.Unlock()
	if s.slowest > 0 {
		s.pace.perSpring = s.slowest
	}
}
