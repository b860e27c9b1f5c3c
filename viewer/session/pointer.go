package session

import (
	"fmt"
	"time"

	"hooke/model"
	"hooke/scene/words"
	"hooke/viewer/edited"
)

// pointer is the position of the mouse, its current action and its pick.
type pointer struct {
	x, y     float64 // in units of the view's height from its center; y points down
	doing    doing
	knife    bool       // the next drag with the left button cuts
	stroke   [2]float64 // where the cut began
	brush    brush
	held     int       // number of the mass in the hands while pulling; another may be picked meanwhile
	picked   int       // number of the picked mass; -1: none
	spring   int       // number of the picked spring; -1: none
	pushedAt time.Time // when an arrow key was last seen down; zero: not pushing
	pushing  push
}

// doing is the action of a drag with the left button.
type doing uint8

const (
	nothing doing = iota
	turning
	pulling
	cutting
	painting
	scrubbing // the time line
	slides    // a slider of the controls
)

// Busy reports whether a drag with the left button is under way.
func (s *Session) Busy() bool { return s.doing != nothing }

// Press begins the action of the left button: it cuts, grabs the thing under the cursor while
// the run continues, or turns the view.
func (s *Session) Press(x, y float64, turn bool) {
	if s.doing != nothing { // the window has missed the end of the last drag
		s.Release()
	}
	s.x, s.y, s.dirty = x, y, true
	if s.scrub(x, y) {
		return
	}
	if s.pressRow(x, y) || s.over(x, y) {
		return
	}
	if s.knife {
		s.doing, s.stroke = cutting, [2]float64{x, y}
		return
	}
	if s.brush.on && !turn && s.target != nil {
		s.doing = painting
		s.Fail(s.dab(x, y))
		return
	}
	s.doing = turning
	if turn || s.target == nil || s.message != "" {
		return
	}
	picked, err := s.pickAt(x, y)
	if err != nil {
		s.Fail(err)
	}
	if !picked || s.paused || s.player() != nil {
		return
	}
	s.later(func() {
		if s.doing == turning { // the button is still down
			s.grab()
		}
	})
}

// grab makes hands hold the masses around the picked one.
func (s *Session) grab() {
	if s.Model.PinOf(s.picked) != 0 {
		s.say(fmt.Sprintf("mass %d is pinned (p lets it go)", s.picked))
		return
	}
	if !s.ready() {
		return
	}
	s.doing, s.held = pulling, s.picked
	s.Hands.Depth = s.shown.Camera().Depth(s.Hands.Target.Position)
	s.Hands.Closed = true
	s.say(fmt.Sprintf("pulling mass %d and %d around it", s.picked, len(s.Hands.Masses)-1))
}

// ready puts the hands around the picked mass, and returns whether they are there.
func (s *Session) ready() bool {
	if s.picked < 0 {
		return false
	}
	state, err := s.State()
	if err == nil {
		err = s.Reach(s.picked, state.Position)
	}
	if err != nil {
		s.try("", err)
		return false
	}
	return s.Hands != nil && len(s.Hands.Masses) > 0
}

// Move follows the cursor; x and y are in units of the view's height.
func (s *Session) Move(x, y float64) {
	dx, dy := x-s.x, y-s.y
	if s.doing == painting {
		s.Fail(s.strokeTo(x, y))
	}
	s.x, s.y = x, y
	s.dirty = s.dirty || s.brush.on // the ring of the brush moves
	switch s.doing {
	case turning:
		s.Drag(dx, dy, false)
	case slides:
		s.slideTo(x, y)
	case scrubbing:
		s.scrubTo(x, y)
	case pulling, cutting, painting:
		s.dirty = true
	}
}

// Release ends the action of the left button.
func (s *Session) Release() {
	did := s.doing
	s.doing, s.dirty = nothing, true
	switch did {
	case slides:
		s.endSlide()
	case pulling:
		s.later(func() { s.try("let go", s.LetGo()) })
	case painting:
		s.later(func() { s.Fail(s.endStroke()) })
	case cutting:
		s.knife = false
		camera, from, to := s.shown.Camera(), s.stroke, [2]float64{s.x, s.y}
		s.later(func() {
			count, err := s.Cut(camera, from, to)
			s.try("cut "+words.Counted(count, "spring"), err)
		})
	}
}

// pull moves the hands with the cursor, before steps. wall is the time since the last
// call [s].
func (s *Session) pull(wall float64) error {
	if s.Hands == nil {
		return nil
	}
	if !s.pushedAt.IsZero() {
		if time.Since(s.pushedAt) > pushTime {
			s.pushedAt, s.pushing = time.Time{}, push{}
		}
		s.Hands.Push = s.pushForce(time.Now())
		if err := s.Renew(); err != nil {
			return err
		}
	}
	if s.doing != pulling || s.paused {
		return nil
	}
	s.Hands.Goal = s.shown.Camera().At(s.x, s.y, s.Hands.Depth)
	return s.Track(wall, s.BodySize(), s.Renderer.Place(s.held))
}

// pokeSpeed is the velocity that a poke adds to the masses around the picked one, in
// sizes of the body a second.
const pokeSpeed = 3.0

// pokePicked pushes the surroundings of the picked mass away from the eye.
func (s *Session) pokePicked() {
	if s.picked < 0 {
		s.say("click on a mass first, then poke it")
		return
	}
	state, err := s.State()
	if err != nil {
		s.try("", err)
		return
	}
	_, _, away := s.shown.Camera().Axes()
	masses := edited.Around(s.Model, state.Position, s.picked, edited.HandCount(s.Model))
	s.try(fmt.Sprintf("poked mass %d", s.picked), s.Poke(masses, away.Mul(pokeSpeed*s.BodySize())))
}

// pinPicked pins the picked mass where it is, or releases it.
func (s *Session) pinPicked() {
	if s.picked < 0 {
		s.say("click on a mass first, then pin it")
		return
	}
	done := fmt.Sprintf("pinned mass %d", s.picked)
	if s.Model.PinOf(s.picked) != 0 {
		done = fmt.Sprintf("let mass %d go", s.picked)
	}
	s.try(done, s.Pin(s.picked))
}

// mark returns the picked mass, for the picture; nil without one.
func (s *Session) mark() *int {
	if s.picked < 0 {
		return nil
	}
	return &s.picked
}

// push is the force of an arrow key while it is held.
type push struct {
	way   model.Vec3 // unit vector; zero: nothing is pushed
	force float64    // on each mass, while the masses stand still [N]
	begun time.Time  // when the key went down
}

const (
	// pushTime is how long a push lasts after its key was last seen down. It is longer
	// than the time in which a keyboard repeats a key.
	pushTime = 300 * time.Millisecond
	// pushLongest is the longest time that a held key pushes.
	pushLongest = 2 * time.Second
	// pushSpeed is the speed at which the force of a push reaches zero, in sizes of the body a second.
	pushSpeed = 3.0
)

// push starts a force on the smallest group of the picked mass, or on its surroundings if it
// has no group, in the directions of the view. A held key continues the push, up to a speed
// and for a while.
func (s *Session) push(right, up float64) {
	now := time.Now()
	r, u, _ := s.shown.Camera().Axes()
	way := r.Mul(right).Add(u.Mul(up))
	if held := s.pushing; !s.pushedAt.IsZero() && held.way.Sub(way).Len() < 1e-3 {
		s.pushedAt = now
		if now.Sub(held.begun) > pushLongest {
			s.say(fmt.Sprintf("pushed for %v: let the key go, then push again", pushLongest))
		}
		return
	}
	if s.Hands == nil || s.doing != pulling {
		if !s.ready() {
			return
		}
	}
	weight := 0.0
	for i, mass := range s.Model.Mass {
		if s.Model.PinOf(i) == 0 {
			weight += mass * model.StandardGravity
		}
	}
	h, who := s.Hands, fmt.Sprintf("mass %d and %d around it", s.picked, len(s.Hands.Masses)-1)
	h.Pushed = h.Masses
	if groups := s.groupsOf(s.picked); len(groups) > 0 {
		h.Pushed, who = groups[0].Masses, "the group "+groups[0].Name
	}
	s.pushing = push{way: way, force: edited.PushGravity * weight / float64(len(h.Pushed)), begun: now}
	s.pushedAt = now
	h.Push = s.pushForce(now)
	s.try("pushing "+who, s.Renew())
}

// pushForce returns the force on each mass that is pushed [N]. It becomes less as the masses
// get near to pushSpeed, and is zero beyond that speed and after pushLongest.
func (s *Session) pushForce(now time.Time) model.Vec3 {
	p := s.pushing
	if p.force == 0 || now.Sub(p.begun) > pushLongest {
		return model.Vec3{}
	}
	speed := 0.0
	asked := everySo(s.Hands.Pushed)
	for _, mass := range asked {
		speed += model.Vec3(s.Renderer.Velocity(int(mass))).Dot(p.way) / float64(len(asked))
	}
	left := 1 - speed/(pushSpeed*s.BodySize())
	return p.way.Mul(p.force * min(max(left, 0), 1))
}
