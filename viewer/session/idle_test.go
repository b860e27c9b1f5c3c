package session

import (
	"testing"
	"time"

	"hooke/must"
)

// A session is idle when it is paused and its picture has come to rest, and as long as
// nothing is asked of it.
func TestPausedSessionsAreIdle(t *testing.T) {
	s := newBench(t, 3, nil)
	rest := func(what string) {
		t.Helper()
		s.paused = true
		s.shown.Toward(s.camera, 10)
		must.Do(t, s.Draw(400, 300, 1))
		if !s.Idle() {
			t.Fatalf("%s: paused and drawn it is not idle", what)
		}
	}
	rest("at first")
	for what, disturb := range map[string]func(){
		"another color": func() { must.Do(t, s.Key("c")) },
		"another view":  func() { must.Do(t, s.Key("1")) },
	} {
		if disturb(); s.Idle() {
			t.Errorf("%s: it is idle before it is drawn", what)
		}
		rest(what)
	}
	for what, lasting := range map[string]func(on bool){
		"it runs":     func(on bool) { s.paused = !on },
		"one step":    func(on bool) { s.once = map[bool]int{true: 1}[on] },
		"a turntable": func(bool) { must.Do(t, s.Key("t")) },
	} {
		lasting(true)
		must.Do(t, s.Draw(400, 300, 1))
		if s.Idle() {
			t.Errorf("%s: it is idle", what)
		}
		lasting(false)
		rest(what)
	}
	must.Do(t, s.QueueSteps(1))
	if s.Idle() {
		t.Error("a step that runs: it is idle")
	}
	must.Do(t, s.Settle())
	rest("after a step")
	// To look at it changes nothing.
	frames := s.frames
	for range 5 {
		s.Tend(time.Now())
		must.Do(t, s.Advance())
		s.Turn(time.Now())
		s.Ease(time.Now())
	}
	if !s.Idle() || s.Stale(400, 300) || s.frames != frames {
		t.Errorf("after rounds without events: idle %v, %d pictures more", s.Idle(), s.frames-frames)
	}
}
