package together

import (
	"reflect"
	"slices"
	"sync"

	"hooke/scene"
	"hooke/sweep"
)

// alike makes jobs that differ in numbers alone from one that was made, without a scene of their own, which costs many times as much as
// stepping a short run. Jobs that differ in more are learned, too, as long as they are few. The zero value knows no job.
type alike struct {
	lock    sync.Mutex
	learned []*learned
	springs int // of all of them
}

// learned is a job that others are like.
type learned struct {
	scene interface { // its scene with other numbers
		With(settings []string) (s *scene.Scene, ok bool)
	}
	made   *made
	proofs int  // jobs that came out as their scenes do
	off    bool // one did not, or cannot
}

const (
	enough      = 4 // jobs are made both ways before the quick one is believed
	mostLearned = 8
	mostSprings = 400_000 // of the jobs that are learned, which stay in memory
)

// all are the jobs that were learned, and that others are made like.
func (a *alike) all() []*learned {
	a.lock.Lock()
	defer a.lock.Unlock()
	return slices.DeleteFunc(slices.Clone(a.learned), func(of *learned) bool { return of.off })
}

// learn makes a job as one that others are like, unless there are many, or another thread has learned one that it is like.
func (r *Runner) learn(j sweep.Job) {
	a := &r.alike
	a.lock.Lock()
	defer a.lock.Unlock()
	known := func(of *learned) bool {
		if of.off {
			return false
		}
		_, like := of.scene.With(j.Settings)
		return like
	}
	if len(a.learned) == mostLearned || a.springs > mostSprings || slices.ContainsFunc(a.learned, known) {
		return
	}
	one := &learned{off: true}
	a.learned = append(a.learned, one)
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
		a.springs += s.Model.SpringCount()
	}
}

// quick makes a job without its scene; nil where it differs in more from those that were learned. of is the one that it is like.
func (r *Runner) quick(j sweep.Job) (m *made, of *learned) {
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

// proved says whether jobs like this one need no scene any more.
func (a *alike) proved(of *learned) bool {
	a.lock.Lock()
	defer a.lock.Unlock()
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
