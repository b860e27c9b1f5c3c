package runners

import (
	"reflect"
	"slices"
	"sync"

	"hooke/lab/sweep"
	"hooke/scene"
)

// alike makes jobs that differ in numbers alone from one that was made, without a scene of their own, which costs many times as much as
// stepping a short run. Jobs that differ in more are learned, too, as long as they are few and others are like them. The zero value
// knows no job.
type alike struct {
	lock     sync.Mutex
	learning bool // a thread learns a job now
	learned  []*learned
	springs  int // of all of them
}

// learned is a job that others are like.
type learned struct {
	scene interface { // its scene with other numbers
		With(settings []string) (s *scene.Scene, ok bool)
	}
	made   *made
	proofs int  // jobs that came out as their scenes do
	served bool // another job was like it
	off    bool // one did not, or cannot
}

const (
	enough      = 4 // jobs are made both ways before the quick one is believed
	mostLearned = 8
	mostUseless = 2       // learned jobs that no other job is like, before no more is learned
	mostSprings = 400_000 // of the jobs that are learned, which stay in memory, but for the first
)

// all returns the jobs that were learned, and that others are made like.
func (a *alike) all() []*learned {
	a.lock.Lock()
	defer a.lock.Unlock()
	return slices.DeleteFunc(slices.Clone(a.learned), func(of *learned) bool { return of.off })
}

// mayLearn begins to learn a job with a number of springs, unless there are enough, another thread learns one, or the job is like a learned one.
func (a *alike) mayLearn(j sweep.Job, springs int) bool {
	a.lock.Lock()
	defer a.lock.Unlock()
	useless := 0
	for _, of := range a.learned {
		if !of.served {
			useless++
		}
		if of.off {
			continue
		}
		if _, like := of.scene.With(j.Settings); like {
			return false
		}
	}
	if a.learning || len(a.learned) == mostLearned || useless == mostUseless || len(a.learned) > 0 && a.springs+springs > mostSprings {
		return false
	}
	a.learning = true
	return true
}

// add ends learning. It keeps the job that was learned.
func (a *alike) add(one *learned, springs int) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.learning = false
	a.learned = append(a.learned, one)
	if !one.off {
		a.springs += springs
	}
}

// learn makes a job with a number of springs as one that others are like, where that may help. Other threads continue
// meanwhile.
func (r *Together) learn(j sweep.Job, springs int) {
	if !r.alike.mayLearn(j, springs) {
		return
	}
	one := &learned{off: true}
	defer func() { r.alike.add(one, springs) }()
	like, err := r.plan.Base.Vary(j.Settings)
	if err != nil || like == nil {
		return
	}
	s, ok := like.With(j.Settings)
	if !ok {
		return
	}
	if of, err := r.divide(j, s, &made{}); err == nil {
		one.scene, one.made, one.off = like, of, false
	}
}

// quick makes a job without its scene; nil where it differs in more from those that were learned. of is the one that it is like.
func (r *Together) quick(j sweep.Job) (m *made, of *learned) {
	for _, of := range r.alike.all() {
		s, ok := of.scene.With(j.Settings)
		if !ok {
			continue
		}
		if m, err := r.divide(j, s, of.made); err == nil {
			m.scene = nil
			return m, of
		}
	}
	return nil, nil
}

// proved reports whether a job that is like a learned one needs no scene.
func (a *alike) proved(of *learned, j *sweep.Job) bool {
	a.lock.Lock()
	defer a.lock.Unlock()
	of.served = of.served || of.made.job.ID != j.ID
	return of.proofs >= enough && !of.off
}

// prove holds a job against the one that its scene has made.
func (a *alike) prove(of *learned, quick, whole *made) {
	a.lock.Lock()
	defer a.lock.Unlock()
	same := quick.key() == whole.key() && slices.Equal(quick.Values, whole.Values) && quick.Seed == whole.Seed && quick.lone == whole.lone
	if of.proofs++; !same || !reflect.DeepEqual(quick.start, whole.start) || !reflect.DeepEqual(quick.until, whole.until) {
		of.off = true
	}
}
