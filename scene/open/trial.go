package open

import (
	"slices"
	"strings"
	"sync"

	"hooke/scene"
	"hooke/scene/toml"
	"hooke/scene/tune"
)

// Trial finds faults of a scene with many settings that show only when the scene is made. Settings that differ in numbers alone from
// some before cost a tenth of the others. Goroutines may share it. The zero value, with a base, is ready.
type Trial struct {
	Base *Base

	lock    sync.Mutex
	like    []*toml.Varied
	springs int64 // of these
	learned int   // attempts
}

const (
	mostLike    = 8       // scenes from which others are made
	mostSprings = 400_000 // of these, which stay in memory
)

// Make makes the scene with settings. It returns nil where the scene is like one before, and where memory lacks, which is no fault of
// a scene, since it depends on the moment.
func (t *Trial) Make(settings []string) (*scene.Scene, error) {
	t.lock.Lock()
	like := slices.Clone(t.like)
	t.lock.Unlock()
	for _, of := range like {
		if _, ok := of.With(settings); ok {
			return nil, nil
		}
	}
	s, err := t.Base.Scene(settings)
	if err != nil {
		if strings.Contains(err.Error(), tune.ErrMemory.Error()) { // faults of scene files do not wrap it
			return nil, nil
		}
		return nil, err
	}
	t.learn(settings, int64(s.Model.SpringCount()))
	return s, nil
}

// learn keeps a scene for others that are like it, unless there are many.
func (t *Trial) learn(settings []string, springs int64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.learned == mostLike || t.springs+springs > mostSprings {
		return
	}
	t.learned++
	for _, of := range t.like {
		if _, ok := of.With(settings); ok {
			return // another goroutine was first
		}
	}
	if of, err := t.Base.Vary(settings); err == nil && of != nil {
		t.like, t.springs = append(t.like, of), t.springs+springs
	}
}
