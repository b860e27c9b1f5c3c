package session

import (
	"strings"
	"testing"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
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

// A run in a window pauses at the step at which it ends and says why, whether it steps beside
// the pictures or not; it goes on when it is asked to, and ends again after a reset.
func TestAWindowPausesAtTheEnd(t *testing.T) {
	for name, aside := range map[string]bool{"between pictures": false, "beside pictures": true} {
		t.Run(name, func(t *testing.T) {
			var e *slow
			s := newBench(t, 4, func(o *Options) {
				o.Paused = false
				o.Until = physics.Until{Words: []string{physics.Still}, StillSpeed: 1e9} // true at the first look
				inner := o.New
				o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
					engine, err := inner(ctx, m, p)
					if e = (&slow{DrawnEngine: engine}); err == nil && aside {
						return e, nil
					}
					return engine, err
				}
			})
			pictures := func(n int) {
				for range n {
					must.Do(t, s.Advance())
					e.over = true
				}
			}
			pictures(20)
			if s.Step != physics.LookEvery || !s.paused || !strings.HasPrefix(s.notice, "ended: still, at step 10, ") {
				t.Fatalf("at step %d, paused %v: %q; want the end at step %d", s.Step, s.paused, s.notice, physics.LookEvery)
			}
			s.paused = false
			pictures(20)
			if s.Step <= physics.LookEvery || s.paused {
				t.Errorf("it was asked to go on, and is at step %d, paused %v", s.Step, s.paused)
			}
			must.Do(t, s.Reset())
			s.paused, s.notice = false, ""
			pictures(20)
			if s.Step != physics.LookEvery || !s.paused {
				t.Errorf("after a reset: at step %d, paused %v", s.Step, s.paused)
			}
		})
	}
}
