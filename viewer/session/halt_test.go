package session

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
)

// imploding are 300 free masses that all fly to one point, where they are too crowded for the search of
// collisions, and soft touches that do not keep them from it.
func imploding() (*model.Model, model.Params, *model.State) {
	const count, steps, dt, aim = 300, 200, 1e-3, 0.135 // aim: the middle of a cell
	m := &model.Model{Name: "imploding", Materials: []model.Material{{}}}
	numbers := rand.New(rand.NewPCG(1, 1))
	for range count {
		m.RestPosition = append(m.RestPosition, model.Vec3{numbers.Float64() - 0.5 + aim, numbers.Float64() - 0.5 + aim, numbers.Float64() - 0.5 + aim})
		m.Mass, m.Radius = append(m.Mass, 1), append(m.Radius, 0.01)
	}
	start := m.Start()
	for i, x := range start.Position {
		start.Velocity[i] = model.Vec3{aim, aim, aim}.Sub(x).Mul(1 / (steps * dt))
	}
	p := model.Params{DT: dt, Collision: model.Collision{Bodies: []model.Surface{{Stiffness: 1e-3}}, Self: true, Skin: 0.01, CheckEvery: 1}}
	return m, p, start
}

// implodingOn is a session of imploding that engines step, with all of them to choose from.
func implodingOn(t *testing.T, name string) *Session {
	t.Helper()
	m, p, start := imploding()
	o := must.Get(Options{Width: 400, Height: 300, Subject: draw.Subject{Model: m, Params: p, Start: start}, Engines: []string{"cpu", "gpu fused", "cpuref"}, Choose: func(next string) { name, _, _ = strings.Cut(next, " ") },
		New: func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			e, _, err := engine.NewDrawn(name, ctx, m, p, engine.Options{GPU: gpu.Options{Pipeline: "fused", Drawing: true, KeepLastGood: true}, Threads: 1})
			return e, err
		}}.WithDefaults())(t)
	s := must.Open(New(gltest.New(t), o))(t)
	must.Do(t, s.Draw(o.Width, o.Height, 1))
	return s
}

// until turns rounds of the loop until a condition holds.
func (s *Session) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	must.Until(t, what, func() bool {
		if !holds() {
			must.Do(t, s.turnRound())
		}
		return holds()
	})
	must.Do(t, s.Draw(400, 300, 1))
}

// halts lets the run continue until it halts for a reason, and compares its step and time with the engine's.
func (s *Session) halts(t *testing.T, why string) {
	t.Helper()
	s.paused = true
	s.pause()
	s.until(t, "halt", func() bool { return s.message != "" })
	if !s.paused || !strings.Contains(s.message, why) || !strings.Contains(s.message, "b goes back") {
		t.Fatalf("paused %v: %s", s.paused, s.message)
	}
	if s.noticed() == goesOn {
		t.Errorf("beside the halt the picture says %q", s.noticed())
	}
	now := modeltest.Snapshot(t, s.Engine)
	if now.Step != s.Step || now.Time-s.Time() > 1e-9 || s.Time()-now.Time > 1e-9 {
		t.Errorf("the window is at step %d, %g s; the engine at step %d, %g s", s.Step, s.Time(), now.Step, now.Time)
	}
}

// goesOn takes a single step after a change.
func (s *Session) goesOn(t *testing.T, after string) {
	t.Helper()
	from := s.Step
	s.Typed("s")
	must.Do(t, s.turnRound())
	s.until(t, after, func() bool { return s.Step > from || s.message != "" })
	if s.Step <= from || s.message != "" {
		t.Fatalf("%s: at step %d, from step %d on: %s", after, s.Step, from, s.message)
	}
}

// A state in which an engine cannot find collisions pauses the window, which stays usable: the run goes
// back, begins again, and continues with another step or another engine.
func TestUnfindableCollisionsPauseTheWindow(t *testing.T) {
	for name, why := range map[string]string{"gpu": "share a bucket", "cpu": "are in one cell"} {
		t.Run(name, func(t *testing.T) {
			s := implodingOn(t, name)
			s.halts(t, why)
			s.Typed("space")
			must.Do(t, s.turnRound())
			if !s.paused || !strings.Contains(s.notice, "b goes back") {
				t.Errorf("space at a state without a next step: paused %v, %q", s.paused, s.notice)
			}
			dt := s.Params.DT
			s.Typed("b")
			s.goesOn(t, "b")
			must.Be(t, s.Params.DT, dt/2, "b makes the step s of %g", dt)
			s.Typed("r")
			s.goesOn(t, "r")

			s.halts(t, why)
			must.Do(t, s.setDT(dt/8))
			s.goesOn(t, "a smaller step")
			s.Typed("r")
			s.goesOn(t, "r")

			s.halts(t, why)
			at := s.Step
			for range s.Engines {
				if s.try("", s.stepEngine(1)); strings.HasPrefix(s.Chosen, "cpuref") {
					break
				}
			}
			if s.Described.Engine != "cpuref" || s.Step != at {
				t.Fatalf("%s steps, at step %d instead of %d: %s", s.Described.Engine, s.Step, at, s.notice)
			}
			s.goesOn(t, "another engine")
			must.Do(t, s.Key("r"))
		})
	}
}

// Masses that move too far in a step of the engine gpu pause the window, as a divergence does.
func TestMassesThatMoveTooFarPauseTheWindow(t *testing.T) {
	s := implodingOn(t, "gpu")
	must.Do(t, s.setDT(0.3))
	s.paused = true
	s.pause()
	s.until(t, "halt", func() bool { return s.message != "" })
	if !s.valid {
		t.Fatalf("the step diverges, and proves nothing: %s", s.message)
	}
	s.Typed("r")
	s.goesOn(t, "r")
}

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
		must.Hold(t, !s.Idle(), "%s: it is idle", what)
		lasting(false)
		rest(what)
	}
	must.Do(t, s.QueueSteps(1))
	must.Hold(t, !s.Idle(), "a step that runs: it is idle")
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
// the pictures or not; it continues when it is asked to, and ends again after a reset.
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
			must.Hold(t, s.Step > physics.LookEvery && !s.paused, "it was asked to go on, and is at step %d, paused %v", s.Step, s.paused)
			must.Do(t, s.Reset())
			s.paused, s.notice = false, ""
			pictures(20)
			must.Hold(t, s.Step == physics.LookEvery && s.paused, "after a reset: at step %d, paused %v", s.Step, s.paused)
		})
	}
}
