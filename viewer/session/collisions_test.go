package session

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// Collisions are switched on and off while the run continues, as a scene has them that only says
// that masses collide; their stiffness and friction change as the controls say.
func TestCollisionControls(t *testing.T) {
	s := newBench(t, 3, nil)
	s.run(t, 20)
	before := s.Time()
	s.pickControl(t, "collisions")
	if s.value(t, "collisions").Value != "off" || len(s.collisionControls()) != 1 {
		t.Fatalf("at first collisions are %+v", s.value(t, "collisions"))
	}
	s.nudge(1)
	radius, want, err := physics.NewCollision(s.Subject.Model, physics.CollisionOptions{})
	must.Do(t, err)
	is := s.Params.Collision
	if s.value(t, "collisions").Value != "on" || !is.Acts() || is.Bodies[0] != want.Bodies[0] || s.Model.Radius[0] != radius[0] || s.Subject.Model.Radius != nil {
		t.Errorf("collisions %+v, want %+v", is, want)
	}
	if math.Abs(s.Time()-before) > 1e-12 || s.Params.DT > physics.SafeStep(s.Model, s.Params) {
		t.Errorf("at %g s with a step of %g s, before at %g s", s.Time(), s.Params.DT, before)
	}
	s.pickControl(t, "touch stiffness")
	s.nudge(1)
	if got := s.Params.Collision.Bodies[0].Stiffness; math.Abs(got-want.Bodies[0].Stiffness*math.Sqrt2) > 1e-9*got {
		t.Errorf("a step up makes the stiffness %g N/m of %g", got, want.Bodies[0].Stiffness)
	}
	s.pickControl(t, "touch friction")
	s.nudge(1)
	s.nudge(1)
	if b := s.Params.Collision.Bodies[0]; math.Abs(b.StaticFriction-0.2) > 1e-12 || math.Abs(b.KineticFriction-0.16) > 1e-12 || s.value(t, "touch friction").Value != "0.20" {
		t.Errorf("two steps up make friction %g and %g", b.StaticFriction, b.KineticFriction)
	}
	s.run(t, 5)
	s.pickControl(t, "collisions")
	s.nudge(1)
	if s.Params.Collision.Acts() || s.failed != nil || s.message != "" {
		t.Errorf("off: %+v, %v %s", s.Params.Collision, s.failed, s.message)
	}
	s.nudge(1)
	must.Be(t, s.Params.Collision.Bodies[0], want.Bodies[0], "on again")
	must.Do(t, s.Key("r"))
	must.Hold(t, !s.Params.Collision.Acts() && s.Model == s.Subject.Model, "a reset leaves collisions")
}

// The panel tells the most touches that a mass had, beside the number that the safe step is for.
func TestPanelTellsTouches(t *testing.T) {
	m, p, start := modeltest.Meeting()
	s := newBench(t, 3, func(o *Options) { o.Subject.Model, o.Subject.Params, o.Subject.Start = m, p, start })
	must.Be(t, s.overlay().MostTouches, 0, "touches before any step")
	s.run(t, modeltest.MeetingSteps)
	if o := s.overlay(); o.MostTouches != modeltest.MeetingMost || o.SafeTouches != physics.AssumedTouches {
		t.Errorf("%d touches, and the safe step for %d; want %d and %d", o.MostTouches, o.SafeTouches, modeltest.MeetingMost, physics.AssumedTouches)
	}
	must.Hold(t, !strings.Contains(s.notice, "safe step"), "six touches are told as too many: %q", s.notice)
	s.Params.Collision = model.Collision{}
	must.Do(t, s.countTouches(s.touchesAt.Add(countEvery)))
	must.Hold(t, s.overlay().MostTouches == 0, "touches are told without collisions")
}

// The panel counts the masses that contacts have caught, where contacts can catch any.
func TestPanelCountsCaughtMasses(t *testing.T) {
	s := newBench(t, 3, nil)
	has := func() bool {
		for _, c := range s.controls() {
			if c.name == "caught" {
				return true
			}
		}
		return false
	}
	must.Hold(t, !has(), "a plane is said to catch masses")
	s = newBench(t, 3, func(o *Options) {
		o.Subject.Params.Contacts = []model.Contact{{Shape: model.Box{Half: model.Vec3{1, 1, 0.005}}, Stiffness: 1000}}
		o.Subject.Start = o.Subject.Model.Start()
		for i := range o.Subject.Start.Velocity {
			o.Subject.Start.Velocity[i][2] = -300
		}
	})
	if got := s.sayCaught().Value; !has() || got != "0" {
		t.Errorf("at the start %q", got)
	}
	s.run(t, 8)
	s.panel.counted = s.panel.counted.Add(-countPause)
	if got := s.sayCaught().Value; got == "0" || !strings.Contains(got, ", first mass ") {
		t.Errorf("%q after masses were thrown at a slab", got)
	}
}
